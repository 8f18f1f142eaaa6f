import { createDevnetClient, demoAccounts, deploySafe } from '@covault/devnet'
import type { Page } from '@playwright/test'
import { checkPage } from './checkPage.js'
import { expect, test } from './fixtures.js'
import { tier } from './tier.js'

const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

/** The demo's Treasury, as its own link has it. */
async function findTreasury(page: Page): Promise<string> {
  await page.goto('/welcome/accounts')
  await page.getByRole('link', { name: 'Treasury' }).first().click()
  await expect(page).toHaveURL(/\/home\?safe=local1:0x/)
  return new URL(page.url()).searchParams.get('safe') ?? ''
}

test('a safe is opened, its pages are titled, and the link carries it', async ({
  page,
}) => {
  const safe = await findTreasury(page)
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
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: link, exact: link !== 'Queue' })
      .click()
    await expect(
      page.getByRole('heading', { level: 1, name: title }),
    ).toBeVisible()
    expect(new URL(page.url()).searchParams.get('safe')).toBe(safe)
    await expect(page).toHaveTitle(/ · Treasury · Covault$/)
    await expect(page.locator('main')).toBeFocused()
  }
})

test.describe('a link', () => {
  // Lists are asked for while the chain is asked whether there is a safe.
  test.use({ expectedFaults: { patterns: [/status of 404/] } })

  for (const [what, link, words] of [
    ['no safe', '', 'No safe is chosen.'],
    ['an unknown prefix', `?safe=nowhere:${address}`, 'No network is called'],
    [
      'a chain that is not set up',
      `?safe=eth:${address}`,
      'Ethereum is not set up here.',
    ],
    ['a wrong address', '?safe=local1:0x12', 'The link names no safe.'],
    [
      'a wrong checksum',
      `?safe=local1:${address.replace('F', 'f')}`,
      'The link names no safe.',
    ],
    [
      'no network',
      `?safe=${address}`,
      'The link does not say on which network.',
    ],
    [
      'a place without a contract',
      `?safe=local1:${address}`,
      'Not deployed on Local 1.',
    ],
    [
      'a contract that is no safe',
      '?safe=local1:0xcA11bde05977b3631167028862bE2a173976CA11',
      'This address is not a safe.',
    ],
  ] as const)
    test(`with ${what} says so and leads on`, async ({ page }) => {
      await page.goto(`/home${link}`)
      await expect(page.getByRole('heading', { name: words })).toBeVisible()
      await page.getByRole('link', { name: 'Go to accounts' }).click()
      await expect(page).toHaveURL(/\/welcome\/accounts$/)
    })
})

test('another safe is chosen in the bar, and the page stays', async ({
  page,
}) => {
  await findTreasury(page)
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'History' })
    .click()
  await page.getByRole('button', { name: /Treasury/ }).click()
  await page.getByRole('combobox', { name: 'Choose a safe' }).fill('savings')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: /Old savings/ })).toBeVisible()
  await expect(page).toHaveURL(/\/transactions\/history\?safe=local1/)
})

test('everything is reached from the command palette by keyboard', async ({
  page,
}) => {
  await page.goto('/welcome/accounts')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: 'Search or run a command' })
  await expect(field).toBeFocused()
  await page.keyboard.type('environment')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/settings\/environment$/)
  await page.keyboard.press('Control+k')
  await field.fill('treasury')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/home\?safe=local2/)
  await page.keyboard.press('Control+k')
  await page.keyboard.press('Escape')
  await expect(field).toBeHidden()
})

test('the skip link leads to the content', async ({ page }) => {
  await page.goto('/welcome/accounts')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await expect(skip).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('main')).toBeFocused()
})

test('diagnostics can be copied and name nobody', async ({ context, page }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const safe = await findTreasury(page)
  await page.keyboard.press('Control+k')
  await page
    .getByRole('combobox', { name: 'Search or run a command' })
    .fill('diagnostics')
  await page.keyboard.press('Enter')
  await expect(
    page.getByText('Diagnostics are in the clipboard.'),
  ).toBeVisible()
  const text = await page.evaluate(() => navigator.clipboard.readText())
  expect(text).toContain('Covault 0.1.0')
  expect(text).not.toContain(safe.split(':')[1] ?? '')
})

test('accounts are pinned, renamed, searched and sorted, and it lasts', async ({
  page,
}) => {
  await page.goto('/welcome/accounts')
  await page.getByRole('button', { name: 'Pin Operations' }).click()
  await expect(page.getByRole('heading', { name: 'Pinned' })).toBeVisible()
  await page.getByRole('button', { name: 'Rename Operations' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Daily business')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Pinned' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Daily business' })).toBeVisible()
  await page.getByLabel('Search accounts').fill('daily local1')
  await expect(page.getByRole('link', { name: 'Treasury' })).toBeHidden()
  await page.getByLabel('Search accounts').fill('nothing like it')
  await expect(page.getByText('No account fits.')).toBeVisible()
  await page.getByRole('button', { name: 'Show all accounts' }).click()
  await page.getByLabel('Order of the accounts').selectOption('By name')
  await expect(page).toHaveURL(/sort=name/)
  await page.getByRole('button', { name: /^Remove Daily/ }).click()
  await expect(page.getByRole('heading', { name: 'Pinned' })).toBeHidden()
})

test('a change reaches twelve tabs at once, and the twelfth still fetches', async ({
  context,
  page,
  product,
}) => {
  test.slow()
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
  const link = `/transactions/history?safe=local1:${safe.address}`
  const tabs = [page]
  for (let count = 1; count < 12; count += 1) tabs.push(await context.newPage())
  for (const tab of tabs) {
    await tab.goto(link)
    await expect(tab.getByText('Safe created by')).toBeVisible()
    await expect(tab.locator('[data-live="live"]')).toBeVisible()
  }
  await client.sendTransaction({
    account: demoAccounts.bob,
    to: safe.address,
    value: 1_230_000_000_000_000_000n,
    chain: null,
  })
  const start = Date.now()
  await Promise.all(
    tabs.map((tab) => expect(tab.getByText(/1\.?.23/).first()).toBeVisible()),
  )
  test.info().annotations.push({
    type: 'all tabs after',
    description: `${Date.now() - start} ms`,
  })
  const status = await tabs[11]?.evaluate(async () => {
    const response = await fetch('/health/live')
    return response.status
  })
  expect(status).toBe(200)
})

test.describe('with the gateway away', () => {
  test.use({
    expectedFaults: { patterns: [/Failed to load resource/, /net::ERR/] },
  })

  test('says so within a second of the first refused call, and what works goes on', async ({
    page,
  }) => {
    await findTreasury(page)
    await expect(page.getByText('2 of 3 owners')).toBeVisible()
    await page.route(/\/(v1|v2|health)\//, (route) => route.abort())
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'Collectibles' })
      .click()
    await expect(page.getByText('The gateway does not answer.')).toBeVisible({
      timeout: 4000,
    })
    await expect(
      page.getByText('Collectibles could not be loaded.'),
    ).toBeVisible()
    await page.getByRole('link', { name: 'Settings' }).click()
    await expect(page.getByText('Any 2 of these 3 keys')).toBeVisible()
    await page.unroute(/\/(v1|v2|health)\//)
    await expect(page.getByText('The gateway does not answer.')).toBeHidden()
  })
})

for (const colorScheme of ['dark', 'light'] as const)
  for (const [size, viewport] of [
    ['desktop', { width: 1440, height: 900 }],
    ['phone', { width: 390, height: 844 }],
  ] as const)
    test(`every page is accessible and fits, ${size}, ${colorScheme}${tier(colorScheme, size)}`, async ({
      page,
    }) => {
      test.slow()
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize(viewport)
      const safe = await findTreasury(page)
      for (const path of [
        '/home',
        '/balances',
        '/balances/nfts',
        '/transactions/queue',
        '/transactions/history',
        '/transactions/messages',
        '/apps',
        '/settings/setup',
        '/settings/modules',
        '/parts',
      ]) {
        await page.goto(`${path}?safe=${safe}`)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        // The page of parts shows a list that never comes, on purpose.
        if (path !== '/parts')
          await expect(page.getByLabel('Loading')).toHaveCount(0)
        await checkPage(page)
      }
      await page
        .getByRole('button', { name: 'Search or run a command' })
        .click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await checkPage(page)
    })
