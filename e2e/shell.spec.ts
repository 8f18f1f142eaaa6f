import { createDevnetClient, demoAccounts, deploySafe } from '@covault/devnet'
import { connectDemo, pressInMenu, yourWallet } from './demoWallet.js'
import { findTreasury } from './findTreasury.js'
import { expect, test } from './fixtures.js'
import { createHands, ways } from './hands.js'

const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

for (const { by, tier } of ways)
  test(`a safe is opened, its pages are titled, and the link carries it${tier}`, async ({
    page,
    request,
  }) => {
    const safe = await findTreasury(request)
    const hands = createHands(page, by)
    const navigation = page.getByRole('navigation', { name: 'Main' })
    await page.goto('/welcome/accounts')
    await hands.press(page.getByRole('link', { name: 'Treasury' }).first())
    await expect(page).toHaveURL(/\/home\?safe=local1:0x/)
    await expect(page).toHaveTitle('Home · Treasury · Covault')
    await expect(page.getByText('2 of 3 owners')).toBeVisible()
    for (const [link, title] of [
      ['Queue', 'Queue'],
      ['History', 'History'],
      ['Messages', 'Messages'],
      ['Tokens', 'Tokens'],
      ['Collectibles', 'Collectibles'],
      ['Apps', 'Apps'],
      ['Address book', 'Address book'],
      ['Settings', 'Settings'],
    ] as const) {
      await hands.press(
        navigation.getByRole('link', { name: link, exact: link !== 'Queue' }),
      )
      await expect(
        page.getByRole('heading', { level: 1, name: title }),
      ).toBeVisible()
      expect(new URL(page.url()).searchParams.get('safe')).toBe(safe)
      await expect(page).toHaveTitle(/ · Treasury · Covault$/)
      await expect(page.locator('main')).toBeFocused()
    }
    await test.step('another safe is chosen in the bar, and the page stays', async () => {
      await hands.press(navigation.getByRole('link', { name: 'History' }))
      await hands.press(page.getByRole('button', { name: /Treasury/ }))
      const field = page.getByRole('combobox', { name: 'Choose a safe' })
      await hands.write(field, 'savings')
      await expect(
        page.getByRole('option', { name: /Old savings/ }),
      ).toBeVisible()
      await page.keyboard.press('Enter')
      await expect(
        page.getByRole('button', { name: /Old savings/ }),
      ).toBeVisible()
      await expect(page).toHaveURL(/\/transactions\/history\?safe=local1/)
    })
  })

test('everything is reached by keyboard: the skip link, the palette, diagnostics', async ({
  context,
  page,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/welcome/accounts')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await expect(skip).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('main')).toBeFocused()
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: 'Search' })
  await expect(field).toBeFocused()
  await page.keyboard.type('environment')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/settings\/environment$/)
  await page.keyboard.press('Control+k')
  await field.fill('treasury')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/home\?safe=local2/)
  const safe = new URL(page.url()).searchParams.get('safe') ?? ''
  await page.keyboard.press('Control+k')
  await page.keyboard.press('Escape')
  await expect(field).toBeHidden()
  await page.keyboard.press('Control+k')
  await field.fill('diagnostics')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Diagnostics copied.')).toBeVisible()
  const text = await page.evaluate(() => navigator.clipboard.readText())
  expect(text).toContain('Covault 0.1.0')
  expect(text).not.toContain(safe.split(':')[1] ?? '')
})

for (const { by, tier } of ways)
  test(`a link that asks for a new owner is shown, and nothing is done by it${tier}`, async ({
    page,
  }) => {
    const hands = createHands(page, by)
    await page.goto(`/addOwner?address=${address}`)
    await hands.press(page.getByRole('link', { name: 'Treasury' }).first())
    await expect(page).toHaveURL(/\/settings\/setup\?safe=local1/)
    await expect(
      page.getByText('This address is already an owner.'),
    ).toBeVisible()
    const safe = new URL(page.url()).searchParams.get('safe')
    const stranger = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
    await page.goto(`/addOwner?safe=${safe}&address=${stranger}`)
    await expect(page.getByText(stranger)).toBeVisible()
    await expect(page.getByText('Nothing has changed yet.')).toBeVisible()
    await page.goto(`/addOwner?safe=${safe}&address=eth:${stranger}`)
    await expect(page.getByText('for the network “eth”')).toBeVisible()
  })

test.describe('links that lead nowhere', () => {
  // Lists are asked for while the chain is asked whether there is a safe; a
  // node that is slow to say so makes it 422, to be asked again.
  test.use({ expectedFaults: { patterns: [/status of (404|422)/] } })

  for (const { by, tier } of ways)
    test(`say so, each in its words, and lead on${tier}`, async ({ page }) => {
      const hands = createHands(page, by)
      for (const [link, words] of [
        ['', 'No safe selected.'],
        [`?safe=nowhere:${address}`, 'Unknown network'],
        [`?safe=eth:${address}`, 'Ethereum isn’t available here.'],
        [
          '?safe=local1:0x12',
          'This link doesn’t contain a valid safe address.',
        ],
        // A wrong checksum.
        [
          `?safe=local1:${address.replace('F', 'f')}`,
          'This link doesn’t contain a valid safe address.',
        ],
        [`?safe=${address}`, 'This link doesn’t name a network.'],
        [`?safe=local1:${address}`, 'Not deployed on Local 1.'],
        [
          '?safe=local1:0xcA11bde05977b3631167028862bE2a173976CA11',
          'This address is not a safe.',
        ],
      ] as const) {
        await page.goto(`/home${link}`)
        await expect(page.getByRole('heading', { name: words })).toBeVisible()
        await expect(
          page.getByRole('link', { name: 'Go to accounts' }),
        ).toBeVisible()
      }
      await page.goto('/nowhere')
      await expect(page.getByText('Page not found.')).toBeVisible()
      await hands.press(page.getByRole('link', { name: 'Go to accounts' }))
      await expect(page).toHaveURL(/\/welcome\/accounts$/)
    })
})

test('the role of the wallet stands beside it: owner, nested owner, proposer, viewer', async ({
  page,
  request,
}) => {
  const safe = await findTreasury(request)
  const hands = createHands(page)
  const choose = async (name: string) => {
    await pressInMenu(hands, page, 'Change account')
    await page.getByRole('button', { name: new RegExp(`^${name} 0x`) }).click()
  }
  await page.goto(`/home?safe=${safe}`)
  await connectDemo(page)
  await expect(yourWallet(page)).toContainText('Owner')
  await choose('Erin')
  await expect(yourWallet(page)).toContainText('Proposer')
  await choose('Dave')
  await expect(yourWallet(page)).toContainText('Viewer')
  await choose('Bob')
  await page.getByRole('button', { name: /Treasury/ }).click()
  await page.getByRole('combobox', { name: 'Choose a safe' }).fill('operations')
  // Another journey may have shared the same name for another safe.
  await page.getByRole('option', { name: /^Operations Local 1/ }).click()
  await expect(yourWallet(page)).toContainText('Nested owner')
})

test('a change reaches twelve tabs at once, and the twelfth still fetches', async ({
  context,
  page,
  product,
  request,
}) => {
  const chainId = 31337
  const client = createDevnetClient({
    chainId,
    url: product.chains[chainId] ?? '',
  })
  const safe = await deploySafe(
    { chainId, client },
    {
      owners: [demoAccounts.alice.address],
      threshold: 1,
      saltNonce: BigInt(Date.now()),
    },
  )
  // A busy gateway may learn of its block a moment later than we do.
  const path = `/v1/chains/${chainId}/safes/${safe.address}`
  await expect.poll(async () => (await request.get(path)).status()).toBe(200)
  // Twelve pages load at once: on a busy machine that takes a while.
  test.setTimeout(300_000)
  const patient = { timeout: 120_000 }
  const link = `/transactions/history?safe=local1:${safe.address}`
  const tabs = [page]
  for (let count = 1; count < 12; count += 1) tabs.push(await context.newPage())
  await Promise.all(
    tabs.map(async (tab) => {
      await tab.goto(link)
      await expect(tab.getByText('Safe created by')).toBeVisible(patient)
      await expect(tab.locator('[data-live="live"]')).toBeVisible(patient)
    }),
  )
  await client.sendTransaction({
    account: demoAccounts.bob,
    to: safe.address,
    value: 1_230_000_000_000_000_000n,
    chain: null,
  })
  const start = Date.now()
  await Promise.all(
    tabs.map((tab) =>
      expect(tab.getByText(/1\.?.23/).first()).toBeVisible(patient),
    ),
  )
  test.info().annotations.push({
    type: 'all tabs after',
    description: `${Date.now() - start} ms`,
  })
  const last = tabs[11] ?? page
  await last.getByRole('button', { name: /^Notifications, \d+ new$/ }).click()
  await expect(
    last.getByRole('region', { name: 'Notifications' }),
  ).toContainText('1.23')
  const status = await last.evaluate(async () => {
    const response = await fetch('/health/live')
    return response.status
  })
  expect(status).toBe(200)
})

test.describe('with the gateway away', () => {
  test.use({
    expectedFaults: { patterns: [/Failed to load resource/, /net::ERR/] },
  })

  test('says so after the first refused call, and what works goes on', async ({
    page,
    request,
  }) => {
    await page.goto(`/home?safe=${await findTreasury(request)}`)
    await expect(page.getByText('2 of 3 owners')).toBeVisible()
    await page.route(/\/(v1|v2|health)\//, (route) => route.abort())
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'Collectibles' })
      .click()
    // Banner and footer agree.
    await expect(
      page.getByText('Can’t reach the gateway. Retrying…'),
    ).toHaveCount(2)
    await expect(page.getByText('Can’t load collectibles.')).toBeVisible()
    await test.step('the wallet, the address book and the settings', async () => {
      await connectDemo(page)
      await page.getByRole('link', { name: 'Address book' }).first().click()
      await page.getByRole('button', { name: 'Add', exact: true }).click()
      await page
        .getByRole('textbox', { name: 'Name', exact: true })
        .fill('Alice')
      await page.getByLabel('Address', { exact: true }).fill(address)
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await expect(page.getByRole('row', { name: 'Alice' })).toBeVisible()
      await page.getByRole('link', { name: 'Settings' }).first().click()
      await expect(page.getByText('Any 2 of these 3 owners')).toBeVisible()
    })
    await page.unroute(/\/(v1|v2|health)\//)
    await expect(
      page.getByText('Can’t reach the gateway. Retrying…'),
    ).toHaveCount(0)
  })
})
