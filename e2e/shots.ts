import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { connectDemo, pressInMenu } from './demoWallet.js'
import { findTreasury } from './findTreasury.js'
import { createHands } from './hands.js'
import { launchOptions } from './launchOptions.js'
import { startProduct } from './product.js'

type Shot = {
  name: string
  path: string
  /** Text that is there when the page is complete. */
  until: string | RegExp
  /** Answers of the network to hold back or break, for the other states. */
  network?: { who: 'nodes' | 'gateway'; how: 'hang' | 'fail' }
  /** The path gets the demo's first safe. */
  ofSafe?: true
  /** Opens what is to be seen before the pictures are taken. */
  prepare?: (page: Page) => Promise<void>
}

const address = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'

const press = (name: string) => async (page: Page) => {
  await page
    .getByRole('button', { name })
    .locator('visible=true')
    .first()
    .click()
}
const openMenu = (entry: string) => async (page: Page) => {
  await connectDemo(page)
  await pressInMenu(createHands(page), page, entry)
}

const shots: Shot[] = [
  { name: 'accounts', path: '/welcome/accounts', until: 'on 2 networks' },
  {
    name: 'accounts-connected',
    path: '/welcome/accounts',
    until: 'on 2 networks',
    prepare: async (page) => {
      await connectDemo(page)
      await page
        .getByText(/waits? for you/)
        .first()
        .waitFor()
    },
  },
  {
    name: 'accounts-loading',
    path: '/welcome/accounts',
    until: 'Accounts',
    network: { who: 'nodes', how: 'hang' },
  },
  {
    name: 'accounts-error',
    path: '/welcome/accounts',
    until: 'Retry now',
    network: { who: 'nodes', how: 'fail' },
  },
  {
    name: 'accounts-empty',
    path: '/welcome/accounts?show=watched',
    until: 'Accounts',
  },
  {
    name: 'gateway-away',
    path: '/balances/nfts',
    until: 'could not be loaded',
    ofSafe: true,
    network: { who: 'gateway', how: 'fail' },
  },
  {
    name: 'queue-loading',
    path: '/transactions/queue',
    until: 'Queue',
    ofSafe: true,
    network: { who: 'gateway', how: 'hang' },
  },
  { name: 'not-found', path: '/nowhere', until: 'There is no page' },
  { name: 'no-safe', path: '/home', until: 'No safe is chosen.' },
  {
    name: 'not-deployed',
    path: `/home?safe=local1:${address}`,
    until: 'Not deployed',
  },
  { name: 'home', path: '/home', until: 'published code', ofSafe: true },
  {
    name: 'home-viewer',
    path: '/home',
    until: 'published code',
    ofSafe: true,
    prepare: async (page) => {
      await connectDemo(page, 'Dave')
      await page.getByText('Viewer').first().waitFor({ state: 'attached' })
    },
  },
  {
    name: 'tokens',
    path: '/balances',
    until: 'prices: gateway says',
    ofSafe: true,
  },
  {
    name: 'collectibles',
    path: '/balances/nfts',
    until: /^\d+ collectibles?/,
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
    until: /^\d+ messages?/,
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
  {
    name: 'add-owner',
    path: `/addOwner?address=${address}`,
    until: 'Which safe is meant?',
  },
  {
    name: 'add-owner-of-safe',
    path: `/addOwner?address=${address}`,
    until: 'Which safe is meant?',
    prepare: async (page) => {
      await page.getByRole('link', { name: 'Treasury' }).first().click()
      await page.getByText('Nothing has been changed').waitFor()
    },
  },
  { name: 'appearance', path: '/settings/appearance', until: 'Theme' },
  { name: 'data', path: '/settings/data', until: 'Export' },
  { name: 'environment', path: '/settings/environment', until: 'Local 2' },
  { name: 'security', path: '/settings/security', until: 'Blind signing' },
  {
    name: 'security-dialog',
    path: '/settings/security',
    until: 'Blind signing',
    prepare: (page) =>
      createHands(page).press(
        page.getByRole('switch', { name: 'Blind signing' }),
      ),
  },
  { name: 'safe-apps', path: '/settings/safe-apps', until: 'No app has' },
  { name: 'address-book', path: '/address-book', until: 'No names yet.' },
  {
    name: 'address-book-add',
    path: '/address-book',
    until: 'No names yet.',
    prepare: press('Add a contact'),
  },
  {
    name: 'address-book-filled',
    path: '/address-book',
    until: 'No names yet.',
    prepare: async (page) => {
      await press('Add a contact')(page)
      await page.getByLabel('Name').fill('Northwind Studio')
      await page.getByLabel('Address', { exact: true }).fill(address)
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByRole('row', { name: 'Northwind' }).waitFor()
    },
  },
  { name: 'create', path: '/new-safe/create', until: 'Threshold' },
  {
    name: 'create-filled',
    path: '/new-safe/create',
    until: 'Threshold',
    prepare: async (page) => {
      await connectDemo(page)
      await page.getByLabel('Name', { exact: true }).fill('Garden club')
      await page.getByRole('button', { name: 'Add owner' }).click()
      await page.getByLabel('Owner 2', { exact: true }).fill(address)
      await page.getByText('computed here').waitFor()
    },
  },
  {
    name: 'create-send',
    path: '/new-safe/create',
    until: 'Threshold',
    prepare: async (page) => {
      await connectDemo(page)
      await page.getByText('computed here').waitFor()
      await page.getByRole('button', { name: 'Create safe' }).click()
      await page.getByText('Send this transaction?').waitFor()
    },
  },
  { name: 'load', path: '/new-safe/load', until: 'Address of the safe' },
  {
    name: 'load-found',
    path: '/new-safe/load',
    until: 'Address of the safe',
    prepare: async (page) => {
      const response = await page.request.get('/app-config')
      const { demo } = await response.json()
      await page.getByLabel('Address of the safe').fill(demo.safes[0].address)
      await page.getByText('A safe of').waitFor()
    },
  },
  {
    name: 'palette',
    path: '/welcome/accounts',
    until: 'on 2 networks',
    prepare: press('Search or run a command'),
  },
  {
    name: 'safe-selector',
    path: '/home',
    until: 'published code',
    ofSafe: true,
    prepare: press('Treasury'),
  },
  {
    name: 'notifications',
    path: '/welcome/accounts',
    until: 'on 2 networks',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Pin Operations' }).click()
      await page
        .getByRole('button', { name: 'Remove Operations from the list' })
        .click()
      await page.getByRole('button', { name: /^Notifications/ }).click()
      const panel = page.getByRole('region', { name: 'Notifications' })
      await panel.getByText('no longer in the list').waitFor()
    },
  },
  {
    name: 'connect',
    path: '/welcome/accounts',
    until: 'on 2 networks',
    prepare: press('Connect wallet'),
  },
  {
    name: 'demo-accounts',
    path: '/welcome/accounts',
    until: 'on 2 networks',
    prepare: async (page) => {
      await press('Connect wallet')(page)
      await page.getByTestId('rk-wallet-option-demo').click()
      await page.getByText('Choose a demo account').waitFor()
    },
  },
  {
    name: 'relay-explained',
    path: '/welcome/accounts',
    until: 'on 2 networks',
    prepare: async (page) => {
      await press('Connect wallet')(page)
      await page.getByTestId('rk-wallet-option-walletConnect').click()
      await page.getByText('is not set up here').waitFor()
    },
  },
  {
    name: 'wallet-menu',
    path: '/welcome/accounts',
    until: 'on 2 networks',
    prepare: async (page) => {
      await connectDemo(page)
      await page.getByRole('button', { name: /your wallet/ }).click()
    },
  },
  {
    name: 'profile',
    path: '/welcome/accounts',
    until: 'on 2 networks',
    prepare: openMenu('Balance and recent'),
  },
  {
    name: 'networks',
    path: '/welcome/accounts',
    until: 'on 2 networks',
    prepare: openMenu('Switch network'),
  },
  {
    name: 'sign-in',
    path: '/welcome/accounts',
    until: 'on 2 networks',
    prepare: openMenu('Sign in'),
  },
  {
    name: 'sign-in-wallet',
    path: '/welcome/accounts',
    until: 'on 2 networks',
    prepare: async (page) => {
      await openMenu('Sign in')(page)
      await page.getByRole('button', { name: 'Sign message' }).click()
      await page.getByText('wants you to sign in').waitFor()
    },
  },
  { name: 'parts', path: '/parts', until: 'Every part' },
]
const sizes = {
  desktop: { width: 1440, height: 900 },
  phone: { width: 390, height: 844 },
}

// Words name the shots to take; without any it is all of them.
const wanted = shots.filter(({ name }) =>
  process.argv.slice(2).every((word) => name.includes(word)),
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
  const page = await context.newPage()
  if (shot.network) await breakNetwork(page, shot.network)
  const query = shot.ofSafe ? `?safe=${await findTreasury(page.request)}` : ''
  await page.goto(`${shot.path}${query}`)
  await page.getByText(shot.until).locator('visible=true').first().waitFor()
  await shot.prepare?.(page)
  for (const size of ['desktop', 'phone'] as const)
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize(sizes[size])
      // The window grows to the page: bars that stay in place stay at its edges.
      const { width, height } = sizes[size]
      const content = await page.evaluate(() => document.body.scrollHeight)
      await page.setViewportSize({ width, height: Math.max(height, content) })
      const name = `${shot.name}-${size}-${colorScheme}.png`
      const path = join(folder, name)
      await page.screenshot({ path, animations: 'disabled' })
      console.log(join('shots', name))
    }
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
