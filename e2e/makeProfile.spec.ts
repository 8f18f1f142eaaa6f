import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { demoAccounts, proposeTransaction } from '@covault/devnet'
import { keccak256, parseEther } from 'viem'
import { connectDemo, pressInMenu } from './demoWallet.js'
import { ExampleApp } from './exampleApp.js'
import { findTreasury } from './findTreasury.js'
import { expect, test } from './fixtures.js'
import { createHands } from './hands.js'
import { connect, tell } from './otherOwners.js'
import { startProduct, stopLeftProducts } from './product.js'
import {
  makeSafes,
  movePicturesAway,
  type Profile,
  person,
  readProfile,
} from './profile.js'
import {
  connectTestWallet,
  fund,
  readShownHash,
  reviewPayment,
  seat,
} from './seat.js'
import { holdAnswers } from './testWallet.js'

const { bob, supplier } = demoAccounts
const { step } = test

/** Any contract that has no function of this name. */
const multicall = '0xcA11bde05977b3631167028862bE2a173976CA11'

test.afterAll(stopLeftProducts)

/**
 * Uses everything that a browser remembers, and writes down what it remembers
 * then. `COVAULT_PROFILE=profile-<version> npm run e2e -- makeProfile` makes
 * the fixture of a version, before its stores change; keptProfile.spec.ts
 * proves that later versions read it.
 */
test('a browser remembers what was done in it @full', async ({ browser }) => {
  test.slow()
  const { url, port } = await startProduct()
  const node = `http://127.0.0.1:${port + 1}`
  const exampleApp = `http://127.0.0.1:${port + 3}`
  const product = { url, chains: { 31337: node } }
  const { page, wallet, leave } = await seat(browser, product, person)
  await page.context().grantPermissions(['notifications'])
  const hands = createHands(page)
  const { request } = page
  const client = connect(product)
  const safes = await makeSafes(client, request)
  await fund(product, safes.household, '1')
  await fund(product, safes.pocket, '1')
  const household = `safe=local1:${safes.household}`
  const pocket = `safe=local1:${safes.pocket}`
  const button = (words: string | RegExp) =>
    page.getByRole('button', { name: words, exact: typeof words === 'string' })
  const heading = (words: string) =>
    page.getByRole('heading', { name: words, exact: true })

  await step('something that cannot be read is put aside', async () => {
    await page.goto('/app-config')
    await page.evaluate(() =>
      localStorage.setItem('covault.v1.pictures', '{"half":'),
    )
  })

  await step('safes are loaded with names, and one is pinned', async () => {
    for (const [address, title] of [
      [safes.household, 'Household'],
      [safes.pocket, 'Pocket'],
    ] as const) {
      await page.goto('/new-safe/load')
      await page.getByLabel('Address of the safe').fill(address)
      await page.getByLabel('Name of the safe').fill(title)
      await button('Load safe').click()
      await expect(page).toHaveURL(new RegExp(address))
    }
    await page.goto('/welcome/accounts')
    await button('Pin Household').click()
    await expect(heading('Pinned')).toBeVisible()
  })

  await step('a contact', async () => {
    await page.goto('/address-book')
    await button('Add').click()
    await page.getByLabel('Name').fill('Northwind Studio')
    await page.getByLabel('Address', { exact: true }).fill(supplier.address)
    await button('Save').click()
    await expect(page.getByRole('row', { name: 'Northwind' })).toBeVisible()
  })

  await step('tokens and pictures', async () => {
    const treasury = await findTreasury(request)
    await page.goto(`/balances?safe=${treasury}`)
    await page
      .getByRole('button', { name: /^Hide D/ })
      .first()
      .click()
    await expect(page.getByText('1 hidden')).toBeVisible()
    await hands.pick(page.getByRole('radio', { name: 'All', exact: true }))
    await button('Hide dust').click()
    await movePicturesAway(page)
    await page.goto(`/balances/nfts?safe=${treasury}`)
    await hands.press(page.getByRole('switch', { name: /^Load pictures/ }))
    await page.unrouteAll()
  })

  await step('apps: one pinned, one added, one refused', async () => {
    await page.goto(`/apps?${household}`)
    await button('Pin Wagmi example').click()
    await page.getByRole('link', { name: 'Add an app' }).click()
    await page.getByLabel('Address of the app').fill(`${exampleApp}/sdk7`)
    await button('Read its manifest').click()
    await button('Add “Example of SDK 7”').click()
    await expect(
      page.getByRole('link', { name: 'Example of SDK 7' }),
    ).toBeVisible()
    await page.goto(`/apps/open?${household}&appUrl=${exampleApp}`)
    const app = new ExampleApp(page)
    await app.press('requestAddressBook')
    await button('Keep it closed').click()
    await app.read('requestAddressBook', 'failed')
  })

  await step('the draft of a new safe', async () => {
    await page.goto('/new-safe/create')
    await page.getByLabel('Name', { exact: true }).fill('Garden club')
    await button('Add owner').click()
    await page.getByLabel('Owner 2', { exact: true }).fill(bob.address)
    await page.getByLabel('Name of owner 2').fill('Gardener')
    await page.waitForTimeout(1_000)
  })

  await step('news, and a signature that the gateway has', async () => {
    await page.goto(`/transactions/queue?${household}`)
    await connectTestWallet(page, wallet)
    await expect(page.locator('[data-live="live"]')).toBeVisible()
    const proposed = await proposeTransaction(
      { chainId: 31337, client },
      { chainId: 31337, address: safes.household, version: '1.4.1' },
      {
        plan: { to: supplier.address, value: parseEther('0.05'), nonce: 0n },
        signers: [bob],
      },
    )
    await tell(request, proposed, 'Rent')
    await expect(button('Notifications, 1 new')).toBeVisible()
    await page.goto(
      `/transactions/queue?${household}&flow=confirm&id=${proposed.safeTxHash}`,
    )
    await page.getByRole('radio', { name: /^Sign/ }).click()
    await button('Sign').click()
    await expect(heading('Signed')).toBeVisible()
  })

  await step('signatures that the gateway did not take', async () => {
    await page.route('**/propose', (route) => route.abort())
    await page.route('**/safes/*/messages', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.fallback(),
    )
    await page.goto(`/home?${household}`)
    await reviewPayment(page, { to: supplier.address, amount: '0.1' })
    await page.getByRole('textbox', { name: /^Note/ }).fill('November')
    await button('Sign').click()
    await expect(heading('Signed, and kept in this browser')).toBeVisible()
    await page.goto(`/transactions/messages?${household}&flow=message`)
    await page.getByLabel('Message', { exact: true }).fill('We agree.')
    await button('Review').click()
    await button('Sign').click()
    await expect(heading('Signed, and kept in this browser')).toBeVisible()
  })

  await step('a signature that came late', async () => {
    await page.goto(`/home?${household}`)
    await reviewPayment(page, { to: supplier.address, amount: '0.2' })
    const silent = holdAnswers(wallet, 'eth_signTypedData_v4')
    await button('Sign').click()
    await expect.poll(silent.countAsked).toBe(1)
    await button('Stop waiting').click()
    const asked = wallet.requests.at(-1)?.params[1]
    silent.answer(await person.signTypedData(JSON.parse(String(asked))))
    await expect(page.getByText('had stopped waiting')).toBeVisible()
    wallet.lying.clear()
  })

  await step('drafts of forms', async () => {
    await page.goto(`/home?${household}&flow=send-tokens`)
    await page.getByLabel('Recipient 1').fill(supplier.address)
    await page.getByLabel('Amount 1').fill('0.75')
    await page.waitForTimeout(1_000)
    await page.goto(`/transactions/messages?${household}&flow=message`)
    await page.getByLabel('Message', { exact: true }).fill('Half a sent')
    await page.waitForTimeout(1_000)
  })

  await step('a batch, a saved one, and a method', async () => {
    await page.goto(`/home?${pocket}&flow=builder`)
    await page.getByLabel('Contract or recipient').fill(multicall)
    await page
      .getByLabel('ABI', { exact: true })
      .fill('function feedTheCat(uint256 spoons)')
    await page
      .getByLabel('Function', { exact: true })
      .selectOption('feedTheCat(uint256)')
    await page.getByLabel('spoons, uint256').fill('3')
    await button('Add to batch').click()
    await expect(page.getByText('Added. 1 call in the batch.')).toBeVisible()
    await page.goto(`/home?${pocket}&flow=batch`)
    await button('Save under a name').click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Every month')
    await button('Save').click()
    await expect(
      page.getByRole('list', { name: 'Saved batches' }),
    ).toContainText('Every month')
    // How a call was written is kept when it is read back.
    await button('Review').click()
    await readShownHash(page, 'safeTxHash')
  })

  await step('a wallet signs something else', async () => {
    await page.goto(`/home?${pocket}`)
    await reviewPayment(page, { to: supplier.address, amount: '0.3' })
    await page.getByRole('radio', { name: /^Sign/ }).click()
    wallet.lying.set('eth_signTypedData_v4', async () => ({
      result: await person.signMessage({ message: 'something else' }),
    }))
    await button('Sign').click()
    await expect(
      page.getByText('The wallet did not sign what the screen shows'),
    ).toBeVisible()
    wallet.lying.clear()
  })

  await step('an execution that no block has taken yet', async () => {
    wallet.lying.set('eth_sendTransaction', async () => ({
      result: keccak256('0x'),
    }))
    await page.getByRole('radio', { name: /^Execute/ }).click()
    await expect(page.getByText('Network fee at most')).toBeVisible()
    await page.getByLabel(/signed something else at this nonce/).check()
    await button('Execute').click()
    await expect(page.getByText(/waiting for a block/i).first()).toBeVisible()
    wallet.lying.clear()
  })

  await step('a payment joins the batch, and that stays chosen', async () => {
    await page.goto(`/home?${pocket}`)
    await reviewPayment(page, { to: supplier.address, amount: '0.4' })
    await page.getByRole('radio', { name: /^Add to the draft/ }).click()
    await button('Add to batch').click()
    await expect(heading('Added to the batch')).toBeVisible()
  })

  await step('settings', async () => {
    await page.goto('/settings/appearance')
    await hands.pick(page.getByRole('radio', { name: 'Light' }))
    await page.getByLabel('Currency').selectOption('EUR')
    await hands.press(
      page.getByRole('switch', { name: 'Addresses with their network' }),
    )
    await hands.press(
      page.getByRole('switch', { name: 'Notifications of this computer' }),
    )
    await page.goto('/settings/security')
    await hands.press(page.getByRole('switch', { name: 'Simulation' }))
    await hands.press(page.getByRole('switch', { name: 'Blind signing' }))
    await button('Allow it').click()
    await page.goto('/settings/environment')
    // Another name for the node, so that it is another server.
    const own = node.replace('127.0.0.1', 'localhost')
    await page.getByLabel('Local 1, chain 31337', { exact: true }).fill(own)
    await button(/^Save Local 1/).click()
    await expect(page.getByText(/own RPC/)).toBeVisible()
  })

  await step('a wallet that is found again', async () => {
    await pressInMenu(hands, page, 'Disconnect')
    await connectDemo(page, 'Erin')
  })

  const profile = await readProfile(page)
  const { COVAULT_PROFILE: version } = process.env
  await writeFile(
    version
      ? join(import.meta.dirname, 'fixtures', `${version}.json`)
      : test.info().outputPath('profile.json'),
    `${JSON.stringify(profile, null, 2)}\n`,
  )
  expect(listKinds(profile)).toEqual([
    'batch',
    'current',
    'draft',
    'execution',
    'messageSignature',
    'method',
    'news',
    'savedBatch',
    'seen',
    'signature',
    'wrongSignature',
  ])
  expect(Object.keys(profile.localStorage)).toEqual(
    expect.arrayContaining(
      [
        ...['act', 'addressBook', 'appearance', 'demoWallet', 'environment'],
        ...['kept.pictures.1', 'knownSafes', 'notices', 'pictures'],
        ...['safeApps', 'security', 'theme', 'tokens'],
      ].map((name) => `covault.v1.${name}`),
    ),
  )
  await leave()
})

/** What the records are of, each once. */
function listKinds({ databases }: Profile): string[] {
  const kinds = databases
    .flatMap(({ stores }) => stores.flatMap(({ records }) => records))
    .map(({ key }) => key.split('/')[0] ?? '')
  return [...new Set(kinds)].sort()
}
