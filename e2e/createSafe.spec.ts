import {
  createDevnetClient,
  demoAccounts,
  deploySafe,
  describeSafe,
} from '@covault/devnet'
import type { Page } from '@playwright/test'
import { type Address, parseAbi } from 'viem'
import { connectDemo, pressInMenu, yourWallet } from './demoWallet.js'
import { expect, test } from './fixtures.js'
import { createHands, type Hands, ways } from './hands.js'
import { network } from './network.js'
import type { TestWallet } from './testWallet.js'

const safeAbi = parseAbi([
  'function getOwners() view returns (address[])',
  'function getThreshold() view returns (uint256)',
  'function VERSION() view returns (string)',
])

const { chainId, shortName } = network

const { alice, carol, dave, erin } = demoAccounts

/** A stranger's address, so that no test meets the safe of another. */
function createAddress(): Address {
  const digits = crypto.randomUUID().replaceAll('-', '')
  return `0x${digits}00000000`
}

async function addOwner(
  hands: Hands,
  page: Page,
  address: string,
): Promise<void> {
  await hands.press(page.getByRole('button', { name: 'Add owner' }))
  await hands.write(page.getByLabel(/^Owner \d+$/).last(), address)
}

type Person = { page: Page; hands: Hands; ownWallet: TestWallet | undefined }

/** Alice, by a demo account or with a wallet of her own. */
async function connectAlice({ page, hands, ownWallet }: Person): Promise<void> {
  if (!ownWallet) return connectDemo(page, 'Alice', hands)
  await hands.press(page.getByRole('button', { name: 'Connect wallet' }))
  await hands.press(page.getByTestId(`rk-wallet-option-${ownWallet.rdns}`))
  await expect(yourWallet(page)).toBeVisible()
}

/** Create, and say yes or no in the wallet. */
async function create(
  { page, hands, ownWallet }: Person,
  answer: 'Send' | 'Cancel' = 'Send',
): Promise<void> {
  const button = page.getByRole('button', { name: 'Create safe' })
  if (ownWallet) {
    if (answer === 'Cancel') ownWallet.failing.set('eth_sendTransaction', 4001)
    else ownWallet.failing.delete('eth_sendTransaction')
    return hands.press(button)
  }
  await hands.press(button)
  await expect(
    page.getByRole('heading', { name: 'Send this transaction?' }),
  ).toBeVisible()
  await hands.press(page.getByRole('button', { name: answer, exact: true }))
}

/** What would say that the safe is there: of the node, and of the wallet. */
const tidings = ['eth_getTransactionReceipt', 'eth_getBlockByNumber']

/** The address on the screen, before anything was sent. */
async function readPredicted(page: Page): Promise<Address> {
  const block = page.getByRole('region', { name: 'New safe' })
  await expect(block.getByText('Computed in this browser')).toBeVisible()
  const text = await block.textContent()
  return (/0x[0-9a-fA-F]{40}/.exec(text ?? '')?.[0] ?? '0x') as Address
}

async function readSafe(url: string, address: Address) {
  const client = createDevnetClient({ chainId, url })
  const read = (functionName: 'getOwners' | 'getThreshold' | 'VERSION') =>
    client.readContract({ address, abi: safeAbi, functionName })
  return {
    owners: await read('getOwners'),
    threshold: await read('getThreshold'),
    version: await read('VERSION'),
  }
}

for (const { by, tier } of ways)
  test(`creates a safe from an empty browser at the address it showed${tier}`, async ({
    page,
    product,
    ownWallet,
  }) => {
    const hands = createHands(page, by)
    const person = { page, hands, ownWallet }
    const start = Date.now()
    const second = createAddress()
    await page.goto('/welcome/accounts')
    await hands.press(page.getByRole('link', { name: 'Create a safe' }))
    await connectAlice(person)
    await hands.write(page.getByLabel('Name', { exact: true }), 'Garden club')
    await test.step('owners that the contract would refuse are refused', async () => {
      const createButton = page.getByRole('button', { name: 'Create safe' })
      await addOwner(hands, page, alice.address)
      const field = page.getByLabel(/^Owner 2/)
      for (const [text, reason] of [
        [alice.address, 'already owner 1'],
        [`0x${'0'.repeat(40)}`, 'The zero address can’t be'],
        [`0x${'0'.repeat(39)}1`, 'address is reserved'],
      ] as const) {
        await hands.write(field, text)
        await expect(page.getByText(reason)).toBeVisible()
        await expect(createButton).toBeDisabled()
      }
      await hands.write(field, second)
      await expect(createButton).toBeEnabled()
    })
    await hands.write(page.getByLabel('Name of owner 2'), 'Gardener')
    await hands.choose(page.getByLabel('Threshold', { exact: true }), '2')
    const predicted = await readPredicted(page)
    await create(person)
    await expect(page).toHaveURL(
      new RegExp(`/home\\?safe=${shortName}:${predicted}$`),
    )
    test.info().annotations.push({
      type: 'from an empty browser after',
      description: `${Date.now() - start} ms`,
    })
    await expect(page).toHaveTitle(/Garden club/)
    await expect(yourWallet(page)).toContainText('Owner')
    const safe = await readSafe(product.chains[chainId] ?? '', predicted)
    expect(safe).toMatchObject({
      owners: [alice.address, expect.stringMatching(new RegExp(second, 'i'))],
      threshold: 2n,
      version: '1.4.1',
    })
    await pressInMenu(hands, page, 'Balance and recent')
    await expect(page.getByText('Create Garden club')).toBeVisible()
    await expect(page.getByText('Confirmed')).toBeVisible()
    // The draft is done with.
    await page.goto('/new-safe/create')
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('')
  })

test.describe('with a node that falls silent', () => {
  test.use({ expectedFaults: { patterns: [/Failed to load resource/] } })

  for (const { by, tier } of ways)
    test(`keeps everything through a used salt, a refusal, a reload and a silence${tier}`, async ({
      page,
      product,
      ownWallet,
    }) => {
      const hands = createHands(page, by)
      const person = { page, hands, ownWallet }
      const plan = { owners: [alice.address, createAddress()], threshold: 1 }
      const client = createDevnetClient({
        chainId,
        url: product.chains[chainId] ?? '',
      })
      await deploySafe({ chainId, client }, { ...plan, saltNonce: 0n })
      await page.goto('/new-safe/create')
      await connectAlice(person)
      await hands.write(page.getByLabel('Name', { exact: true }), 'Patience')
      await addOwner(hands, page, plan.owners[1] ?? '')
      await test.step('a salt that is used is skipped', async () => {
        await expect(page.getByTitle('Salt 1')).toBeVisible()
        expect(await readPredicted(page)).toBe(
          describeSafe(chainId, { ...plan, saltNonce: 1n }).address,
        )
      })
      await hands.choose(page.getByLabel('Version', { exact: true }), '1.3.0')
      await expect(page.getByTitle('Salt 0')).toBeVisible()
      const predicted = await readPredicted(page)
      await create(person, 'Cancel')
      await expect(page.getByRole('alert')).toContainText('You rejected')
      await page.reload()
      await expect(page.getByText('draft restored')).toBeVisible()
      const field = page.getByLabel('Owner 2', { exact: true })
      await expect(field).toHaveValue(plan.owners[1] ?? '')
      expect(await readPredicted(page)).toBe(predicted)
      await test.step('a node that falls silent is waited for, also after a reload', async () => {
        const rpc = `${product.chains[chainId]}/**`
        await page.route(rpc, async (route) => {
          const asked = route.request().postData() ?? ''
          if (tidings.some((method) => asked.includes(method)))
            return route.abort()
          return route.continue()
        })
        for (const method of tidings) ownWallet?.failing.set(method, -32603)
        await create(person)
        await expect(
          page.getByText(`Creating on ${network.name}`),
        ).toBeVisible()
        await page.reload()
        await expect(
          page.getByText(`Creating on ${network.name}`),
        ).toBeVisible()
        await page.unroute(rpc)
        for (const method of tidings) ownWallet?.failing.delete(method)
        await expect(page).toHaveURL(new RegExp(predicted))
      })
    })
})

test('switches the wallet where the safe is to be @full', async ({ page }) => {
  const hands = createHands(page)
  const person = { page, hands, ownWallet: undefined }
  await page.goto('/new-safe/create?chain=local2')
  await connectDemo(page, 'Erin')
  await page.getByRole('button', { name: 'Switch wallet to Local 2' }).click()
  await page.getByRole('button', { name: 'Switch', exact: true }).click()
  await addOwner(hands, page, createAddress())
  const predicted = await readPredicted(page)
  await create(person)
  await expect(page).toHaveURL(new RegExp(`local2:${predicted}`))
})

for (const { by, tier } of ways)
  test(`loads a safe that exists, with names, and nothing else${tier}`, async ({
    page,
    product,
  }) => {
    const hands = createHands(page, by)
    const client = createDevnetClient({
      chainId,
      url: product.chains[chainId] ?? '',
    })
    const { address } = await deploySafe(
      { chainId, client },
      {
        owners: [carol.address, dave.address, erin.address],
        threshold: 2,
        saltNonce: BigInt(Date.now()),
      },
    )
    const field = page.getByLabel('Safe address')
    const button = page.getByRole('button', { name: 'Load safe' })
    await page.goto('/new-safe/load')
    for (const [text, words] of [
      // A contract of another kind, no contract, another network's prefix.
      ['0x4e1DCf7AD4e460CfD30791CCC4F9c8a4f820ec67', 'but not a safe'],
      [createAddress(), 'is not a safe on'],
      [`eth:${address}`, 'for the network “eth”'],
    ] as const) {
      await hands.write(field, text)
      await expect(page.getByText(words)).toBeVisible()
      await expect(button).toHaveCount(0)
    }
    await hands.write(field, `${shortName}:${address}`)
    await expect(page.getByText('Safe with 3 owners')).toBeVisible()
    await hands.write(page.getByLabel('Safe name'), 'Found again')
    await hands.write(page.getByLabel('Name of owner 2'), 'Dave himself')
    await hands.press(button)
    await expect(page).toHaveURL(
      new RegExp(`/home\\?safe=${shortName}:${address}`),
    )
    await expect(page).toHaveTitle(/Found again/)
    await expect(page.getByText('Dave himself').first()).toBeVisible()
  })
