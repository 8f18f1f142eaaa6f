import {
  createDevnetClient,
  demoAccounts,
  deploySafe,
  describeSafe,
} from '@covault/devnet'
import type { Page } from '@playwright/test'
import { type Address, parseAbi } from 'viem'
import { checkPage } from './checkPage.js'
import { connectDemo, tabTo } from './demoWallet.js'
import { expect, test } from './fixtures.js'
import { tier } from './tier.js'

const safeAbi = parseAbi([
  'function getOwners() view returns (address[])',
  'function getThreshold() view returns (uint256)',
  'function VERSION() view returns (string)',
])

const { alice, bob, carol, dave, erin } = demoAccounts

/** A stranger's address, so that no test meets the safe of another. */
function createAddress(): Address {
  const digits = crypto.randomUUID().replaceAll('-', '')
  return `0x${digits}00000000`
}

async function addOwner(page: Page, address: string): Promise<void> {
  await page.getByRole('button', { name: 'Add owner' }).click()
  await page
    .getByLabel(/^Owner \d+$/)
    .last()
    .fill(address)
}

/** The address on the screen, before anything was sent. */
async function readPredicted(page: Page): Promise<Address> {
  const block = page.getByRole('region', { name: 'The new safe' })
  await expect(block.getByText('computed here')).toBeVisible()
  const text = await block.textContent()
  return (/0x[0-9a-fA-F]{40}/.exec(text ?? '')?.[0] ?? '0x') as Address
}

async function readSafe(url: string, address: Address) {
  const client = createDevnetClient({ chainId: 31337, url })
  const read = (functionName: 'getOwners' | 'getThreshold' | 'VERSION') =>
    client.readContract({ address, abi: safeAbi, functionName })
  return {
    owners: await read('getOwners'),
    threshold: await read('getThreshold'),
    version: await read('VERSION'),
  }
}

test('creates a safe from an empty browser at the address it showed', async ({
  page,
  product,
}) => {
  const start = Date.now()
  const second = createAddress()
  await page.goto('/welcome/accounts')
  await page.getByRole('link', { name: 'Create a safe' }).click()
  await connectDemo(page)
  await page.getByLabel('Name', { exact: true }).fill('Garden club')
  await addOwner(page, second)
  await page.getByLabel('Name of owner 2').fill('Gardener')
  await page.getByLabel('Threshold', { exact: true }).selectOption('2')
  const predicted = await readPredicted(page)
  await page.getByRole('button', { name: 'Create safe' }).click()
  await expect(
    page.getByRole('heading', { name: 'Send this transaction?' }),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`/home\\?safe=local1:${predicted}$`))
  expect(Date.now() - start).toBeLessThan(60_000)
  await expect(page).toHaveTitle(/Garden club/)
  await expect(page.getByRole('button', { name: /your wallet/ })).toContainText(
    'Owner',
  )
  expect(await readSafe(product.chains[31337] ?? '', predicted)).toMatchObject({
    owners: [alice.address, expect.stringMatching(new RegExp(second, 'i'))],
    threshold: 2n,
    version: '1.4.1',
  })
  await page.getByRole('button', { name: /your wallet/ }).click()
  await page.getByRole('button', { name: 'Balance and recent' }).click()
  await expect(page.getByText('Create Garden club')).toBeVisible()
  await expect(page.getByText('Confirmed')).toBeVisible()
  // The draft is done with.
  await page.goto('/new-safe/create')
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('')
})

test('by keyboard alone: connect, fill in, create', async ({ page }) => {
  await page.goto('/new-safe/create')
  const press = async (name: string | RegExp) => {
    await tabTo(page, page.getByRole('button', { name }).first())
    await page.keyboard.press('Enter')
  }
  await press('Connect a wallet to create it')
  await tabTo(page, page.getByTestId('rk-wallet-option-demo'))
  await page.keyboard.press('Enter')
  await press(/^Dave 0x/)
  await expect(page.getByRole('button', { name: /your wallet/ })).toBeVisible()
  await tabTo(page, page.getByLabel('Name', { exact: true }))
  await page.keyboard.type('Keys only')
  await press('Add owner')
  await tabTo(page, page.getByLabel('Owner 2', { exact: true }))
  await page.keyboard.type(createAddress())
  const predicted = await readPredicted(page)
  await press('Create safe')
  await press(/^Send$/)
  await expect(page).toHaveURL(new RegExp(predicted))
})

test('skips a salt that is used', async ({ page, product }) => {
  const plan = { owners: [alice.address, createAddress()], threshold: 1 }
  const client = createDevnetClient({
    chainId: 31337,
    url: product.chains[31337] ?? '',
  })
  await deploySafe({ chainId: 31337, client }, { ...plan, saltNonce: 0n })
  await page.goto('/new-safe/create')
  await connectDemo(page)
  await addOwner(page, plan.owners[1] ?? '')
  await expect(page.getByText('salt 1;')).toBeVisible()
  expect(await readPredicted(page)).toBe(
    describeSafe(31337, { ...plan, saltNonce: 1n }).address,
  )
})

test('keeps everything through a refusal and a reload', async ({ page }) => {
  const second = createAddress()
  await page.goto('/new-safe/create')
  await connectDemo(page)
  await page.getByLabel('Name', { exact: true }).fill('Patience')
  await addOwner(page, second)
  await page.getByLabel('Version', { exact: true }).selectOption('1.3.0')
  const predicted = await readPredicted(page)
  await page.getByRole('button', { name: 'Create safe' }).click()
  await page.getByRole('button', { name: 'Reject' }).click()
  await expect(page.getByRole('alert')).toContainText('refused')
  await page.reload()
  await expect(page.getByText('continued where you left it')).toBeVisible()
  await expect(page.getByLabel('Owner 2', { exact: true })).toHaveValue(second)
  expect(await readPredicted(page)).toBe(predicted)
  await page.getByRole('button', { name: 'Create safe' }).click()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(predicted))
})

test.describe('with a node that falls silent', () => {
  test.use({ expectedFaults: { patterns: [/Failed to load resource/] } })

  test('goes on waiting after a reload', async ({ page, product }) => {
    const rpc = `${product.chains[31337]}/**`
    await page.goto('/new-safe/create')
    await connectDemo(page)
    await addOwner(page, createAddress())
    const predicted = await readPredicted(page)
    await page.route(rpc, async (route) => {
      const asked = route.request().postData() ?? ''
      if (/eth_getTransactionReceipt|eth_getBlockByNumber/.test(asked))
        return route.abort()
      return route.continue()
    })
    await page.getByRole('button', { name: 'Create safe' }).click()
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(page.getByText('Creating on Local 1')).toBeVisible()
    await page.reload()
    await expect(page.getByText('Creating on Local 1')).toBeVisible()
    await page.unroute(rpc)
    await expect(page).toHaveURL(new RegExp(predicted))
  })
})

test('refuses owners that the contract would refuse', async ({ page }) => {
  await page.goto('/new-safe/create')
  await connectDemo(page)
  await addOwner(page, alice.address)
  await expect(page.getByText('the same address as owner 1')).toBeVisible()
  const field = page.getByLabel('Owner 2', { exact: false }).first()
  await field.fill('0x0000000000000000000000000000000000000000')
  await expect(page.getByText('The zero address has no key')).toBeVisible()
  await field.fill('0x0000000000000000000000000000000000000001')
  await expect(page.getByText('keeps this address for itself')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Create safe' })).toBeDisabled()
  await field.fill(bob.address)
  await expect(page.getByRole('button', { name: 'Create safe' })).toBeEnabled()
})

test('switches the wallet where the safe is to be', async ({ page }) => {
  await page.goto('/new-safe/create?chain=local2')
  await connectDemo(page, 'Erin')
  await page
    .getByRole('button', { name: 'Switch the wallet to Local 2' })
    .click()
  await page.getByRole('button', { name: 'Switch', exact: true }).click()
  await addOwner(page, createAddress())
  const predicted = await readPredicted(page)
  await page.getByRole('button', { name: 'Create safe' }).click()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`local2:${predicted}`))
})

test('loads a safe that exists, with names', async ({ page, product }) => {
  const client = createDevnetClient({
    chainId: 31337,
    url: product.chains[31337] ?? '',
  })
  const { address } = await deploySafe(
    { chainId: 31337, client },
    {
      owners: [carol.address, dave.address, erin.address],
      threshold: 2,
      saltNonce: BigInt(Date.now()),
    },
  )
  await page.goto('/new-safe/load')
  await page.getByLabel('Address of the safe').fill(`local1:${address}`)
  await expect(page.getByText('A safe of 3 owners')).toBeVisible()
  await page.getByLabel('Name of the safe').fill('Found again')
  await page.getByLabel('Name of owner 2').fill('Dave himself')
  await page.getByRole('button', { name: 'Load safe' }).click()
  await expect(page).toHaveURL(new RegExp(`/home\\?safe=local1:${address}`))
  await expect(page).toHaveTitle(/Found again/)
  await expect(page.getByText('Dave himself').first()).toBeVisible()
})

test('loads nothing that is not a safe', async ({ page }) => {
  await page.goto('/new-safe/load')
  const field = page.getByLabel('Address of the safe')
  await field.fill('0x4e1DCf7AD4e460CfD30791CCC4F9c8a4f820ec67')
  await expect(page.getByText('but it is not a safe')).toBeVisible()
  await field.fill(createAddress())
  await expect(page.getByText('There is nothing at this address')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Load safe' })).toHaveCount(0)
})

for (const colorScheme of ['dark', 'light'] as const)
  for (const [size, viewport] of [
    ['desktop', { width: 1440, height: 900 }],
    ['phone', { width: 390, height: 844 }],
  ] as const)
    test(`both pages are accessible and fit, ${size}, ${colorScheme}${tier(colorScheme, size)}`, async ({
      page,
    }) => {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize(viewport)
      await page.goto('/new-safe/create')
      await connectDemo(page)
      await addOwner(page, bob.address)
      await readPredicted(page)
      await checkPage(page)
      await page.goto('/new-safe/load')
      await page.getByLabel('Address of the safe').fill(bob.address)
      await expect(page.getByText('There is nothing')).toBeVisible()
      await checkPage(page)
    })
