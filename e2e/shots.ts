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
  /** The path gets the demo's first safe. */
  ofSafe?: true
  /** Opens what is to be seen before the picture is taken. */
  press?: string
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
  { name: 'home', path: '/home', until: 'published code', ofSafe: true },
  { name: 'tokens', path: '/balances', until: 'Total of the rows', ofSafe: true },
  {
    name: 'collectibles',
    path: '/balances/nfts',
    until: 'names and pictures',
    ofSafe: true,
  },
  {
    name: 'queue',
    path: '/transactions/queue',
    until: 'in nonce order',
    ofSafe: true,
  },
  {
    name: 'history',
    path: '/transactions/history',
    until: 'Success',
    ofSafe: true,
  },
  {
    name: 'messages',
    path: '/transactions/messages',
    until: 'newest first',
    ofSafe: true,
  },
  { name: 'apps', path: '/apps', until: 'app', ofSafe: true },
  {
    name: 'setup',
    path: '/settings/setup',
    until: 'next to run',
    ofSafe: true,
  },
  {
    name: 'modules',
    path: '/settings/modules',
    until: 'Fallback handler',
    ofSafe: true,
  },
  { name: 'appearance', path: '/settings/appearance', until: 'Theme' },
  { name: 'data', path: '/settings/data', until: 'Export' },
  { name: 'environment', path: '/settings/environment', until: 'Local 2' },
  { name: 'security', path: '/settings/security', until: 'Blind signing' },
  { name: 'safe-apps', path: '/settings/safe-apps', until: 'No app has' },
  { name: 'address-book', path: '/address-book', until: 'No names yet.' },
  {
    name: 'address-book-add',
    path: '/address-book',
    until: 'No names yet.',
    press: 'Add a contact',
  },
  {
    name: 'palette',
    path: '/welcome/accounts',
    until: 'on 2 networks',
    press: 'Search or run a command',
  },
  { name: 'no-safe', path: '/home', until: 'No safe is chosen.' },
  { name: 'parts', path: '/parts', until: 'Every part' },
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
  const query = shot.ofSafe ? `?safe=${await findFirstSafe()}` : ''
  await page.goto(`${product.url}${shot.path}${query}`)
  await page.getByText(shot.until).locator('visible=true').first().waitFor()
  if (shot.press)
    await page.getByRole('button', { name: shot.press }).first().click()
  // The window grows to the page: bars that stay in place stay at its edges.
  const { width, height } = sizes[size]
  const content = await page.evaluate(() => document.body.scrollHeight)
  await page.setViewportSize({ width, height: Math.max(height, content) })
  const name = `${shot.name}-${size}-${colorScheme}.png`
  await page.screenshot({ path: join(folder, name) })
  await page.close()
  console.log(join('shots', name))
}

async function findFirstSafe(): Promise<string> {
  const response = await fetch(`${product.url}/app-config`)
  const { chains, demo } = (await response.json()) as {
    chains: { chainId: number; shortName: string }[]
    demo: { safes: { chainId: number; address: string }[] } | null
  }
  const safe = demo?.safes[0]
  const chain = chains.find(({ chainId }) => chainId === safe?.chainId)
  return `${chain?.shortName}:${safe?.address}`
}
