import AxeBuilder from '@axe-core/playwright'
import { accounts, deploySafe, getDevnetClient } from '@covault/devnet'
import { expect, test } from './fixtures.js'

test('shows the demo safes of both chains, read from the chain', async ({
  page,
}) => {
  await page.goto('/')
  await expect(page).toHaveURL(/\/welcome\/accounts$/)
  await expect(page.getByText('Treasury').first()).toBeVisible()
  await expect(page.getByText('Local 1').first()).toBeVisible()
  await expect(page.getByText('Local 2').first()).toBeVisible()
  await expect(page.getByText('2 of 3').first()).toBeVisible()
})
