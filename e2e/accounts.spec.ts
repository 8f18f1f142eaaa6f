import { accounts, createDevnetClient, deploySafe } from '@covault/devnet'
import type { Page } from '@playwright/test'
import { getAddress } from 'viem'
import { expect, test } from './fixtures.js'
import { createHands, ways } from './hands.js'

/** An account's rows: one, or one for each network it lives on. */
const row = (page: Page, name: string) =>
  page.getByRole('rowgroup').filter({ hasText: name }).first()

for (const { by, tier } of ways)
  test(`accounts are found, pinned, renamed, searched and sorted, and it lasts${tier}`, async ({
    page,
    product,
  }) => {
    const hands = createHands(page, by)
    const button = (name: string | RegExp) => page.getByRole('button', { name })
    await test.step('the demo safes of both networks, as the chain has them', async () => {
      await page.goto('/')
      await expect(page).toHaveURL(/\/welcome\/accounts$/)
      await expect(page).toHaveTitle(/Accounts/)
      await expect(row(page, 'Treasury')).toContainText('2 of 3')
      await expect(page.getByText('Local 1').first()).toBeVisible()
      await expect(page.getByText('Local 2').first()).toBeVisible()
      await expect(page.getByTitle(/^chain, block \d+/).first()).toBeVisible()
    })
    await test.step('a safe made after the start, without a reload', async () => {
      const chainId = 31337
      const url = product.chains[chainId] ?? ''
      const safe = await deploySafe(
        { chainId, client: createDevnetClient({ chainId, url }) },
        {
          owners: accounts.slice(0, 3).map(({ address }) => address),
          threshold: 3,
          saltNonce: BigInt(Date.now()),
        },
      )
      const address = getAddress(safe.address)
      const fresh = row(page, `${address.slice(0, 10)}…${address.slice(-8)}`)
      await expect(fresh).toContainText('3 of 3')
    })
    await hands.press(button('Pin Operations'))
    await expect(page.getByRole('heading', { name: 'Pinned' })).toBeVisible()
    await hands.press(button('Rename Operations'))
    const name = page.getByLabel('Name', { exact: true })
    await hands.write(name, 'Daily business')
    await hands.press(button(/^Save$/))
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Pinned' })).toBeVisible()
    await expect(
      page.getByRole('link', { name: 'Daily business' }),
    ).toBeVisible()
    const search = page.getByLabel('Search accounts')
    await hands.write(search, 'daily local1')
    await expect(page.getByRole('link', { name: 'Treasury' })).toBeHidden()
    await hands.write(search, 'nothing like it')
    await expect(page.getByText('No matching accounts')).toBeVisible()
    await hands.press(button('Show all safes'))
    await hands.choose(page.getByLabel('Sort accounts by'), 'Name')
    await expect(page).toHaveURL(/sort=name/)
    await hands.press(button(/^Remove Daily/))
    await expect(page.getByRole('heading', { name: 'Pinned' })).toBeHidden()
  })

test.describe('with a server away', () => {
  // The browser itself says that a request failed.
  test.use({ expectedFaults: { patterns: [/Failed to load resource/] } })

  test('accounts keep showing what can be read, and say what cannot', async ({
    page,
    product,
  }) => {
    await page.route(`${product.chains[31338]}/**`, (route) => route.abort())
    await page.goto('/welcome/accounts')
    await expect(row(page, 'Alice alone')).toContainText('1 of 1')
    // Banner and footer agree.
    const outage = page.getByText('Can’t reach Local 2. Retrying…')
    await expect(outage).toHaveCount(2)
    await page.unrouteAll()
    await expect(outage).toHaveCount(0)
    await page.route(/\/(v1|v2|health)\//, (route) => route.abort())
    await page.reload()
    await expect(
      page.getByText('Can’t reach the gateway. Retrying…').first(),
    ).toBeVisible()
    await expect(row(page, 'Treasury')).toContainText('2 of 3')
  })
})
