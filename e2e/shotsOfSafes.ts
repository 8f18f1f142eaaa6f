import { expect, type Page } from '@playwright/test'
import { connectDemo, pressInMenu } from './demoWallet.js'
import { findTreasury } from './findTreasury.js'
import { createHands } from './hands.js'
import { address, press, type Shot } from './shot.js'

const away = { who: 'gateway', how: 'fail' } as const
const silent = { who: 'gateway', how: 'hang' } as const
const nobodysHash = `0x${'00'.repeat(32)}`

const openRow = (words: string | RegExp) => async (page: Page) => {
  await page.getByRole('button', { name: words }).first().click()
  await page
    .getByText('checked in this browser')
    .locator('visible=true')
    .first()
    .waitFor()
}

/** The page of the first transaction of a list of the gateway's. */
const goToTransaction =
  (list: 'queued' | 'history', of?: (safe: string) => string) =>
  async (page: Page) => {
    const link = await findTreasury(page.request)
    const safe = link.slice('local1:'.length)
    const reply = await page.request.get(
      `/v1/chains/31337/safes/${safe}/transactions/${list}`,
    )
    const { results } = await reply.json()
    const { transaction } = results.find(
      ({ type }: { type: string }) => type === 'TRANSACTION',
    )
    await page.goto(
      `/transactions/tx?safe=${of ? of(link) : link}&id=${transaction.id}`,
    )
  }

/** The demo's Treasury has tried something that reverted. */
async function findFailed(page: Page): Promise<{ link: string; id: string }> {
  const link = await findTreasury(page.request)
  const safe = link.slice('local1:'.length)
  const path = `/v1/chains/31337/safes/${safe}/multisig-transactions/?executed=true&cursor=limit%3D100`
  const { results } = await (await page.request.get(path)).json()
  const { transaction } = results.find(
    (one: { transaction?: { txStatus: string } }) =>
      one.transaction?.txStatus === 'FAILED',
  )
  return { link, id: transaction.id }
}

/** Places and states of one safe. */
export const shotsOfSafes: Shot[] = [
  {
    name: 'gateway-away',
    path: '/balances/nfts',
    until: 'Can’t load',
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
  { name: 'no-safe', path: '/home', until: 'No safe selected.' },
  {
    name: 'not-deployed',
    path: `/home?safe=local1:${address}`,
    until: 'Not deployed',
  },
  { name: 'home', path: '/home', until: 'official Safe code', ofSafe: true },
  {
    name: 'home-viewer',
    path: '/home',
    until: 'official Safe code',
    ofSafe: true,
    prepare: async (page) => {
      await connectDemo(page, 'Dave')
      await page.getByText('Viewer').first().waitFor({ state: 'attached' })
    },
  },
  {
    name: 'tokens',
    path: '/balances',
    until: 'list, names and prices',
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
    until: ', lowest first',
    ofSafe: true,
  },
  {
    name: 'history',
    path: '/transactions/history',
    until: 'Executed',
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
    until: 'Next nonce to execute',
    ofSafe: true,
  },
  {
    name: 'modules',
    path: '/settings/modules',
    until: 'Fallback handler',
    ofSafe: true,
  },
  {
    name: 'home-loading',
    path: '/home',
    until: 'Total value',
    ofSafe: true,
    network: silent,
  },
  {
    name: 'home-error',
    path: '/home',
    until: 'Can’t load',
    ofSafe: true,
    network: away,
  },
  {
    name: 'home-receive',
    path: '/home',
    until: 'official Safe code',
    ofSafe: true,
    prepare: press('Receive'),
  },
  {
    name: 'history-not-indexed',
    path: '/transactions/history',
    until: 'still indexing',
    ofSafe: true,
    before: (page) =>
      page.route('**/watch', (route) =>
        route.fulfill({ status: 202, json: { synced: false, percent: 37 } }),
      ),
  },
  {
    name: 'home-wallet-elsewhere',
    path: '/home',
    until: 'official Safe code',
    ofSafe: true,
    prepare: async (page) => {
      await connectDemo(page)
      await pressInMenu(createHands(page), page, 'Switch network')
      await page.getByTestId('rk-chain-option-31338').click()
      await page.getByRole('button', { name: 'Switch', exact: true }).click()
      await page.getByRole('dialog').waitFor({ state: 'hidden' })
    },
  },
  {
    name: 'tokens-loading',
    path: '/balances',
    until: 'Tokens',
    ofSafe: true,
    network: silent,
  },
  {
    name: 'tokens-no-prices',
    path: '/balances',
    until: /price/i,
    ofSafe: true,
    before: (page) =>
      page.route('**/balances/*?**', async (route) => {
        const json = await (await route.fetch()).json()
        const items = json.items.map((item: object) => ({
          ...item,
          fiatBalance: '0',
          fiatConversion: '0',
        }))
        await route.fulfill({ json: { ...json, fiatTotal: '0', items } })
      }),
  },
  {
    name: 'collectibles-open',
    path: '/balances/nfts',
    until: /^\d+ collectibles?/,
    ofSafe: true,
    prepare: async (page) => {
      await page.locator('main li button').first().click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'queue-open',
    path: '/transactions/queue',
    until: ', lowest first',
    ofSafe: true,
    prepare: openRow(/Batch of|recipients/),
  },
  {
    name: 'queue-connected',
    path: '/transactions/queue',
    until: ', lowest first',
    ofSafe: true,
    prepare: async (page) => {
      await connectDemo(page)
      await page.getByText('Needs your signature').first().waitFor()
    },
  },
  {
    name: 'queue-error',
    path: '/transactions/queue',
    until: 'Can’t load the queue',
    ofSafe: true,
    network: away,
  },
  {
    name: 'history-open',
    path: '/transactions/history',
    until: 'Executed',
    ofSafe: true,
    prepare: openRow(/Batch of/),
  },
  {
    name: 'history-filtered',
    path: '/transactions/history',
    until: 'Executed',
    ofSafe: true,
    prepare: press('Outgoing'),
  },
  {
    name: 'history-suspicious',
    path: '/transactions/history',
    until: 'Executed',
    ofSafe: true,
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Show', exact: true }).click()
      await page.getByText('Suspicious transfers shown').waitFor()
      // Only rows in view exist.
      const suspicious = page.getByText(/unverified token/).first()
      await expect(async () => {
        await page.mouse.wheel(0, 400)
        await expect(suspicious).toBeVisible({ timeout: 1000 })
      }).toPass({ timeout: 30_000 })
    },
  },
  {
    name: 'history-nothing-fits',
    path: '/transactions/history',
    until: 'Executed',
    ofSafe: true,
    prepare: async (page) => {
      await press('Outgoing')(page)
      await page.getByRole('button', { name: 'Nonce', exact: true }).click()
      await page.getByLabel('Nonce').fill('999')
      await press('Apply')(page)
      await page.getByText('No matching movements').waitFor()
    },
  },
  {
    name: 'history-loading',
    path: '/transactions/history',
    until: 'History',
    ofSafe: true,
    network: silent,
  },
  {
    name: 'transaction',
    path: '/transactions/queue',
    until: ', lowest first',
    ofSafe: true,
    prepare: async (page) => {
      await goToTransaction('queued')(page)
      await page.getByText('checked in this browser').first().waitFor()
    },
  },
  {
    name: 'transaction-past',
    path: '/transactions/history',
    until: 'Executed',
    ofSafe: true,
    prepare: async (page) => {
      await goToTransaction('history')(page)
      await page.getByText('Details').first().waitFor()
    },
  },
  {
    name: 'transaction-failed',
    path: '/transactions/history',
    until: 'Executed',
    ofSafe: true,
    prepare: async (page) => {
      const { link, id } = await findFailed(page)
      await page.goto(`/transactions/tx?safe=${link}&id=${id}`)
      await page.getByText('Failed').locator('visible=true').first().waitFor()
      await page.getByText('checked in this browser').first().waitFor()
    },
  },
  {
    name: 'history-failed',
    path: '/transactions/history',
    until: 'Executed',
    ofSafe: true,
    prepare: async (page) => {
      // Only rows in view exist, and a filtered list holds movements only:
      // a failed transaction has moved nothing.
      const failed = page.getByRole('main').getByText('Failed', { exact: true })
      await expect(async () => {
        await page.mouse.wheel(0, 400)
        await expect(failed.first()).toBeVisible({ timeout: 1000 })
      }).toPass({ timeout: 30_000 })
    },
  },
  {
    name: 'transaction-of-another-safe',
    path: '/transactions/queue',
    until: ', lowest first',
    ofSafe: true,
    prepare: async (page) => {
      const { demo } = await (await page.request.get('/app-config')).json()
      const [, other] = demo.safes.filter(
        ({ chainId }: { chainId: number }) => chainId === 31337,
      )
      await goToTransaction('queued', () => `local1:${other.address}`)(page)
      await page.getByText('belongs to another safe').waitFor()
    },
  },
  {
    name: 'transaction-none',
    path: '/transactions/queue',
    until: ', lowest first',
    ofSafe: true,
    prepare: async (page) => {
      const link = await findTreasury(page.request)
      await page.goto(`/transactions/tx?safe=${link}&id=${nobodysHash}`)
      await page.getByText('Look for it in the queue').waitFor()
    },
  },
  {
    name: 'message',
    path: '/transactions/messages',
    until: /^\d+ messages?/,
    ofSafe: true,
    prepare: async (page) => {
      await page.getByRole('link', { name: /approve the budget/ }).click()
      await page.getByText('checked in this browser').first().waitFor()
    },
  },
  {
    name: 'message-none',
    path: '/transactions/messages',
    until: /^\d+ messages?/,
    ofSafe: true,
    prepare: async (page) => {
      const link = await findTreasury(page.request)
      await page.goto(
        `/transactions/msg?safe=${link}&messageHash=${nobodysHash}`,
      )
      await page.getByText('no message with this hash').waitFor()
    },
  },
]
