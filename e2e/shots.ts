import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { demoContacts } from '../apps/web/src/wallet/demo/demoContacts.js'
import { findTreasury } from './findTreasury.js'
import { launchOptions } from './launchOptions.js'
import { startProduct } from './product.js'
import type { Shot } from './shot.js'
import { shotsOfFlows } from './shotsOfFlows.js'
import { shotsOfSafes } from './shotsOfSafes.js'
import { shotsOfShell } from './shotsOfShell.js'
import { shotsOfStates } from './shotsOfStates.js'

const sizes = {
  desktop: { width: 1440, height: 900 },
  phone: { width: 390, height: 844 },
}

/** Milliseconds that a page is waited for which goes on changing. */
const longestUnrest = 8000

// Words name the shots to take; without any it is all of them.
const named = process.argv.slice(2)
const wanted = [
  ...shotsOfShell,
  ...shotsOfSafes,
  ...shotsOfFlows,
  ...shotsOfStates,
].filter(
  ({ name }) => named.length === 0 || named.some((word) => name.includes(word)),
)
const folder = join(import.meta.dirname, '..', 'shots')
mkdirSync(folder, { recursive: true })
const product = await startProduct()
const browser = await chromium.launch(launchOptions)
const failed: string[] = []
try {
  for (const shot of wanted) {
    const context = await browser.newContext({
      baseURL: product.url,
      viewport: sizes.desktop,
      colorScheme: 'dark',
      reducedMotion: 'reduce',
    })
    await take(context, shot).catch((error: Error) => {
      failed.push(shot.name)
      console.error(`${shot.name}: ${error.message}`)
    })
    await context.close()
  }
} finally {
  await browser.close()
  await product.stop()
}
if (failed.length > 0) {
  console.error(`Not taken: ${failed.join(', ')}`)
  process.exitCode = 1
}

/** One load serves all four looks of a state. */
async function take(context: BrowserContext, shot: Shot): Promise<void> {
  // What runs inside of the page was compiled to keep the names of functions.
  await context.addInitScript('globalThis.__name = (named) => named')
  if (!shot.isFirstVisit)
    await context.addInitScript((contacts) => {
      const key = 'covault.v1.addressBook'
      if (localStorage.getItem(key) === null)
        localStorage.setItem(key, contacts)
    }, JSON.stringify(demoContacts))
  const page = await context.newPage()
  if (shot.network) await breakNetwork(page, shot.network)
  await shot.before?.(page)
  const query = shot.ofSafe ? `?safe=${await findTreasury(page.request)}` : ''
  await page.goto(`${shot.path}${query}`)
  await page.getByText(shot.until).locator('visible=true').first().waitFor()
  await shot.prepare?.(page)
  await settle(page, 500)
  // What people read of it, for whoever reads words and not pictures.
  const words = await page.locator('body').innerText()
  writeFileSync(join(folder, `${shot.name}.txt`), words)
  for (const size of ['desktop', 'phone'] as const)
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize(sizes[size])
      await settle(page, 250)
      // The window grows to the page: bars that stay in place stay at its edges.
      const { width, height } = sizes[size]
      const content = await page.evaluate(() => document.body.scrollHeight)
      await page.setViewportSize({ width, height: Math.max(height, content) })
      await settle(page, 250)
      const name = `${shot.name}-${size}-${colorScheme}.png`
      const path = join(folder, name)
      await page.screenshot({ path, animations: 'disabled' })
      console.log(join('shots', name))
    }
}

/** Until nothing of the page has changed for so many milliseconds. */
async function settle(page: Page, quiet: number): Promise<void> {
  await page.evaluate(
    ([quiet, longest]) =>
      new Promise<void>((resolve) => {
        const end = () => {
          observer.disconnect()
          clearTimeout(last)
          resolve()
        }
        let rest = setTimeout(end, quiet)
        const last = setTimeout(end, longest)
        const observer = new MutationObserver(() => {
          clearTimeout(rest)
          rest = setTimeout(end, quiet)
        })
        observer.observe(document, {
          attributes: true,
          characterData: true,
          childList: true,
          subtree: true,
        })
      }),
    [quiet, longestUnrest] as const,
  )
}

async function breakNetwork(
  page: Page,
  { who, how }: NonNullable<Shot['network']>,
): Promise<void> {
  const isMeant = (url: URL) =>
    who === 'nodes'
      ? url.origin !== product.url
      : /^\/(v1|v2|health)\//.test(url.pathname)
  await page.route(isMeant, (route) =>
    how === 'fail' ? route.abort() : undefined,
  )
}
