import AxeBuilder from '@axe-core/playwright'
import { accounts, createDevnetClient, deploySafe } from '@covault/devnet'
import type { Page } from '@playwright/test'
import { getAddress } from 'viem'
import { expect, test } from './fixtures.js'
import { tier } from './tier.js'

/** An account's rows: one, or one for each network it lives on. */
const row = (page: Page, name: string) =>
  page.getByRole('rowgroup').filter({ hasText: name }).first()

test('shows the demo safes of both networks as the chain has them', async ({
  page,
}) => {
  await page.goto('/')
  await expect(page).toHaveURL(/\/welcome\/accounts$/)
  await expect(page).toHaveTitle(/Accounts/)
  const treasury = row(page, 'Treasury')
  await expect(treasury).toBeVisible()
  await expect(treasury).toContainText('2 of 3')
  await expect(page.getByText('Local 1').first()).toBeVisible()
  await expect(page.getByText('Local 2').first()).toBeVisible()
  await expect(page.getByTitle(/^chain, block \d+/).first()).toBeVisible()
})

test('shows a safe made after the start without a reload', async ({
  page,
  product,
}) => {
  await page.goto('/welcome/accounts')
  await expect(row(page, 'Treasury')).toBeVisible()
  const chainId = 31337
  const url = product.chains[chainId] ?? ''
  const client = createDevnetClient({ chainId, url })
  const owners = accounts.slice(0, 3).map(({ address }) => address)
  const safe = await deploySafe(
    { chainId, client },
    {
      owners,
      threshold: 3,
      saltNonce: BigInt(Date.now()),
    },
  )
  const address = getAddress(safe.address)
  const fresh = row(page, `${address.slice(0, 10)}…${address.slice(-8)}`)
  await expect(fresh).toContainText('3 of 3')
})

test.describe('with a server away', () => {
  // The browser itself says that a request failed.
  test.use({ expectedFaults: { patterns: [/Failed to load resource/] } })

  test('keeps showing one network when the other does not answer', async ({
    page,
    product,
  }) => {
    await page.route(`${product.chains[31338]}/**`, (route) => route.abort())
    await page.goto('/welcome/accounts')
    await expect(row(page, 'Alice alone')).toContainText('1 of 1')
    await expect(page.getByText('Local 2 does not answer.')).toBeVisible()
  })

  test('says so when the gateway is away, and goes on', async ({ page }) => {
    await page.goto('/welcome/accounts')
    await expect(row(page, 'Treasury')).toContainText('2 of 3')
    await page.route('**/health/live', (route) => route.abort())
    await expect(page.getByText(/Gateway unreachable/).first()).toBeVisible()
    await expect(row(page, 'Treasury')).toContainText('2 of 3')
  })
})

test('answers an unknown address with a page of its own', async ({ page }) => {
  await page.goto('/nowhere')
  await expect(
    page.getByText('There is no page at this address.'),
  ).toBeVisible()
  await page.getByRole('link', { name: 'Go to accounts' }).click()
  await expect(row(page, 'Treasury')).toBeVisible()
})

for (const colorScheme of ['dark', 'light'] as const)
  for (const [size, viewport] of [
    ['desktop', { width: 1440, height: 900 }],
    ['phone', { width: 390, height: 844 }],
  ] as const)
    test(`is accessible and fits, ${size}, ${colorScheme}${tier(colorScheme, size)}`, async ({
      page,
    }) => {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize(viewport)
      await page.goto('/welcome/accounts')
      await expect(page.getByText('Treasury').first()).toBeVisible()
      const { violations } = await new AxeBuilder({ page })
        .exclude('[data-rk]')
        .analyze()
      expect(violations).toEqual([])
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - window.innerWidth,
      )
      expect(overflow).toBeLessThanOrEqual(0)
    })
