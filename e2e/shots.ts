import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import { launchOptions } from './launchOptions.js'
import { startProduct } from './product.js'

type Shot = {
  name: string
  path: string
  /** Text that is there when the page is complete. */
  until: string
  /** Answers of the network to hold back or break, for the other states. */
  network?: 'hanging' | 'failing'
}

const shots: Shot[] = [
  { name: 'accounts', path: '/welcome/accounts', until: 'on 2 networks' },
  {
    name: 'accounts-loading',
    path: '/welcome/accounts',
    until: 'Accounts',
    network: 'hanging',
  },
  {
    name: 'accounts-error',
    path: '/welcome/accounts',
    until: 'Retry now',
    network: 'failing',
  },
  { name: 'not-found', path: '/nowhere', until: 'Accounts' },
]
const sizes = {
  desktop: { width: 1440, height: 900 },
  phone: { width: 390, height: 844 },
}

const folder = join(import.meta.dirname, '..', 'shots')
mkdirSync(folder, { recursive: true })
const product = await startProduct()
const browser = await chromium.launch(launchOptions)
try {
  for (const shot of shots)
    for (const colorScheme of ['dark', 'light'] as const)
      for (const size of ['desktop', 'phone'] as const)
        await take(browser, { shot, colorScheme, size })
} finally {
  await browser.close()
  await product.stop()
}

async function take(
  browser: Browser,
  parameters: {
    shot: Shot
    colorScheme: 'dark' | 'light'
    size: keyof typeof sizes
  },
): Promise<void> {
  const { shot, colorScheme, size } = parameters
  const page = await browser.newPage({ viewport: sizes[size], colorScheme })
  const isNode = (url: URL) => url.origin !== product.url
  if (shot.network === 'hanging') await page.route(isNode, () => undefined)
  if (shot.network === 'failing')
    await page.route(isNode, (route) => route.abort())
  await page.goto(`${product.url}${shot.path}`)
  await page.getByText(shot.until).locator('visible=true').first().waitFor()
  // The window grows to the page: bars that stay in place stay at its edges.
  const { width, height } = sizes[size]
  const content = await page.evaluate(() => document.body.scrollHeight)
  await page.setViewportSize({ width, height: Math.max(height, content) })
  const name = `${shot.name}-${size}-${colorScheme}.png`
  await page.screenshot({ path: join(folder, name) })
  await page.close()
  console.log(join('shots', name))
}
