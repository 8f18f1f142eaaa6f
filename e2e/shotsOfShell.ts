import type { Page } from '@playwright/test'
import { connectDemo, pressInMenu } from './demoWallet.js'
import { createHands } from './hands.js'
import { address, press, type Shot } from './shot.js'

const openMenu = (entry: string) => async (page: Page) => {
  await connectDemo(page)
  await pressInMenu(createHands(page), page, entry)
}

/** The demo names no administrator: the gateway answers as to one of its own. */
async function administer(
  page: Page,
  state: 'well' | 'troubled',
): Promise<void> {
  const isWell = state === 'well'
  const [first, second] = await Promise.all([
    readHead(page, 1),
    readHead(page, 2),
  ])
  const hour = 3_600_000
  const before = (hours: number) => Date.now() - hours * hour
  const well = (chainId: string, head: number, safes: number) => ({
    ...{ chainId, head, indexed: head, safes, problem: null },
  })
  const backedUp = before(isWell ? 2 : 26)
  const made = {
    started: backedUp,
    rows: 1_482,
    bytes: 2_250_000,
    problem: null,
  }
  const problem = 'There is no space left on the device.'
  const answers: Record<string, unknown> = {
    '/v1/administration': { isAdministrator: true },
    '/v1/administration/condition': {
      version: '0.1.0',
      releaseRoot: isWell ? `0x${'5e'.repeat(32)}` : null,
      chains: isWell
        ? [well('31337', first, 4), well('31338', second, 1)]
        : [
            { ...well('31337', first, 4), indexed: first - 12 },
            { ...well('31338', second, 1), head: null, indexed: null },
          ],
      database: { bytes: 48_300_000, problem: null },
      disk: { free: isWell ? 61e9 : 90e6, total: 120e9 },
      notices: isWell
        ? { receivers: 3, parked: 0, failing: 0 }
        : { receivers: 3, parked: 1, failing: 1 },
      backups: {
        every: 24 * hour,
        last: made,
        failed: isWell
          ? null
          : { started: before(2), rows: null, bytes: null, problem },
      },
    },
    '/v1/administration/audit': {
      hasMore: true,
      entries: [
        {
          ...{ id: '3', at: backedUp, account: address },
          ...{ act: 'made a backup', subject: '' },
        },
        {
          ...{ id: '2', at: backedUp - hour / 4, account: address },
          ...{ act: 'signed in', subject: '' },
        },
        {
          ...{ id: '1', at: backedUp - 50 * hour, account: null },
          ...{ act: 'created an access token', subject: 'CI' },
        },
      ],
    },
  }
  await page.route(
    ({ pathname }) => pathname in answers,
    (route) =>
      route.fulfill({ json: answers[new URL(route.request().url()).pathname] }),
  )
}

/** The newest block of a network, which answers so many ports above the product. */
async function readHead(page: Page, offset: number): Promise<number> {
  const { port } = new URL((await page.request.get('/app-config')).url())
  const reply = await page.request.post(
    `http://127.0.0.1:${Number(port) + offset}`,
    { data: { jsonrpc: '2.0', id: 1, method: 'eth_blockNumber', params: [] } },
  )
  return Number((await reply.json()).result)
}

/** The tab is there for a wallet that looks after the gateway. */
async function showAdministration(page: Page): Promise<void> {
  await connectDemo(page)
  await page.getByRole('link', { name: 'Administration' }).first().waitFor()
  await page.getByText('made a backup').first().waitFor()
}

/** Places and states that belong to no safe. */
export const shotsOfShell: Shot[] = [
  {
    name: 'accounts',
    path: '/welcome/accounts',
    until: 'on 2 networks',
    isFirstVisit: true,
  },
  {
    name: 'accounts-connected',
    path: '/welcome/accounts',
    until: 'on 2 networks',
    prepare: async (page) => {
      await connectDemo(page)
      await page
        .getByText(/to sign|to execute/)
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
  { name: 'not-found', path: '/nowhere', until: 'Page not found' },
  {
    name: 'add-owner',
    path: `/addOwner?address=${address}`,
    until: 'Choose a safe',
  },
  {
    name: 'add-owner-of-safe',
    path: `/addOwner?address=${address}`,
    until: 'Choose a safe',
    prepare: async (page) => {
      await page.getByRole('link', { name: 'Treasury' }).first().click()
      await page.getByText('Nothing has changed yet').waitFor()
    },
  },
  {
    name: 'settings-notifications',
    path: '/settings/notifications',
    until: 'Desktop notifications come from',
    ofSafe: true,
  },
  { name: 'appearance', path: '/settings/appearance', until: 'Theme' },
  { name: 'data', path: '/settings/data', until: 'Export' },
  { name: 'environment', path: '/settings/environment', until: 'Local 2' },
  { name: 'security', path: '/settings/security', until: 'Blind signing' },
  {
    name: 'administration',
    path: '/settings/administration',
    until: 'Up to date',
    before: (page) => administer(page, 'well'),
    prepare: showAdministration,
  },
  {
    name: 'administration-troubles',
    path: '/settings/administration',
    until: 'Unreachable',
    before: (page) => administer(page, 'troubled'),
    prepare: showAdministration,
  },
  {
    name: 'administration-refused',
    path: '/settings/administration',
    until: 'Only administrators can open this page.',
  },
  {
    name: 'security-dialog',
    path: '/settings/security',
    until: 'Blind signing',
    prepare: (page) =>
      createHands(page).press(
        page.getByRole('switch', { name: 'Blind signing' }),
      ),
  },
  { name: 'safe-apps', path: '/settings/safe-apps', until: 'No permissions' },
  {
    name: 'address-book',
    path: '/address-book',
    until: 'No contacts yet.',
    isFirstVisit: true,
  },
  {
    name: 'address-book-add',
    path: '/address-book',
    until: 'No contacts yet.',
    isFirstVisit: true,
    prepare: press('Add contact'),
  },
  {
    name: 'address-book-filled',
    path: '/address-book',
    until: 'No contacts yet.',
    isFirstVisit: true,
    prepare: async (page) => {
      await press('Add contact')(page)
      await page
        .getByRole('textbox', { name: 'Name', exact: true })
        .fill('Northwind Studio')
      await page.getByLabel('Address', { exact: true }).fill(address)
      await page.getByRole('button', { name: 'Save', exact: true }).click()
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
      await page.getByText('Computed in this browser').waitFor()
    },
  },
  {
    name: 'create-send',
    path: '/new-safe/create',
    until: 'Threshold',
    prepare: async (page) => {
      await connectDemo(page)
      await page.getByText('Computed in this browser').waitFor()
      await page.getByRole('button', { name: 'Create safe' }).click()
      await page.getByText('Send this transaction?').waitFor()
    },
  },
  { name: 'load', path: '/new-safe/load', until: 'Safe address' },
  {
    name: 'load-found',
    path: '/new-safe/load',
    until: 'Safe address',
    prepare: async (page) => {
      const response = await page.request.get('/app-config')
      const { demo } = await response.json()
      await page.getByLabel('Safe address').fill(demo.safes[0].address)
      await page.getByText('Safe with').waitFor()
    },
  },
  {
    name: 'palette',
    path: '/welcome/accounts',
    until: 'on 2 networks',
    prepare: async (page) => {
      await press('Search')(page)
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'safe-selector',
    path: '/home',
    until: 'official Safe code',
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
        .getByRole('button', { name: 'Remove Operations from saved safes' })
        .click()
      await page.getByRole('button', { name: /^Notifications/ }).click()
      const panel = page.getByRole('region', { name: 'Notifications' })
      await panel.getByText('was removed from your saved safes').waitFor()
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
      await page.getByText('needs a WalletConnect project ID').waitFor()
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
    prepare: async (page) => {
      await openMenu('Balance and recent')(page)
      await page
        .getByText(/[0-9] ETH$/)
        .first()
        .waitFor()
    },
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
  {
    name: 'kept-aside',
    path: '/welcome/accounts',
    until: 'can’t be read',
    before: (page) =>
      page.addInitScript(() =>
        localStorage.setItem('covault.v1.addressBook', '[{"half":'),
      ),
  },
  {
    name: 'data-kept-aside',
    path: '/settings/data',
    until: 'Unreadable data',
    before: (page) =>
      page.addInitScript(() =>
        localStorage.setItem('covault.v1.addressBook', '[{"half":'),
      ),
  },
  {
    name: 'new-version',
    path: '/welcome/accounts',
    until: 'Treasury',
    before: (page) => page.clock.install(),
    prepare: async (page) => {
      await page.route('**/app-config', async (route) => {
        const json = await (await route.fetch()).json()
        await route.fulfill({ json: { ...json, version: '9.9.9' } })
      })
      // It is asked for every five minutes.
      await page.clock.fastForward('06:00')
      await page.getByText('is available.').waitFor()
    },
  },
]
