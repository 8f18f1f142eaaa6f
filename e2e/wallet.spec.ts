import { expect, test } from './fixtures.js'

test('discovers an announced wallet, connects it and finds it again', async ({
  page,
  wallet,
}) => {
  await page.goto('/welcome/accounts')
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await page.getByTestId(`rk-wallet-option-${wallet.rdns}`).click()
  const button = page.getByRole('button', { name: /your wallet/ })
  await expect(button).toBeVisible()
  await expect(button).toContainText(wallet.address.slice(0, 6))
  await expect(button).toContainText('Local 1')
  await page.reload()
  await expect(button).toBeVisible()
  const prompts = wallet.requests.filter(
    ({ method }) => method === 'eth_requestAccounts',
  )
  expect(prompts.length).toBeLessThanOrEqual(1)
})

test('stays disconnected when the user refuses', async ({ page, wallet }) => {
  wallet.refused.add('eth_requestAccounts')
  wallet.refused.add('wallet_requestPermissions')
  await page.goto('/welcome/accounts')
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await page.getByTestId(`rk-wallet-option-${wallet.rdns}`).click()
  await expect(page.getByText(/rejected|Retry/i).first()).toBeVisible()
  await expect(page.getByRole('button', { name: /your wallet/ })).toHaveCount(0)
})

test('says that the wallet is on a network we do not serve', async ({
  page,
  wallet,
}) => {
  await page.goto('/welcome/accounts')
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await page.getByTestId(`rk-wallet-option-${wallet.rdns}`).click()
  await expect(page.getByRole('button', { name: /your wallet/ })).toBeVisible()
  await wallet.setChain(page, 999)
  await page.getByRole('button', { name: 'Wrong network' }).click()
  await expect(
    page.getByText('Wrong network detected, switch or disconnect to continue.'),
  ).toBeVisible()
})
