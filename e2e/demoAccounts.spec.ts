import type { Page } from '@playwright/test'
import { connectDemo, findIssues } from './demoWallet.js'
import { expect, test } from './fixtures.js'
import { tier } from './tier.js'

const yourWallet = (page: Page) =>
  page.getByRole('button', { name: /your wallet/ })

/** Requests for the chunk with the keys in it. */
function watchKeys(page: Page): string[] {
  const urls: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('demoKeys')) urls.push(request.url())
  })
  return urls
}

test('connects a demo account and finds it again', async ({ page }) => {
  const keys = watchKeys(page)
  await page.goto('/welcome/accounts')
  await connectDemo(page, 'Bob')
  await expect(yourWallet(page)).toContainText('0x7099')
  await page.reload()
  await expect(yourWallet(page)).toContainText('0x7099')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(keys).toEqual([])
})

test('asks before it switches, and takes a refusal', async ({ page }) => {
  await page.goto('/welcome/accounts')
  await connectDemo(page)
  const toLocal2 = async () => {
    await yourWallet(page).click()
    await page.getByRole('button', { name: 'Switch network' }).click()
    await page.getByTestId('rk-chain-option-31338').click()
    await expect(
      page.getByRole('heading', { name: 'Switch to Local 2?' }),
    ).toBeVisible()
  }
  await toLocal2()
  await page.getByRole('button', { name: 'Reject' }).click()
  await expect(page.getByRole('alert')).toContainText('refused')
  await expect(yourWallet(page)).toContainText('Local 1')
  await toLocal2()
  await page.getByRole('button', { name: 'Switch', exact: true }).click()
  await expect(yourWallet(page)).toContainText('Local 2')
})

test('closing the list of accounts is a refusal', async ({ page }) => {
  await page.goto('/welcome/accounts')
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await page.getByTestId('rk-wallet-option-demo').click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('alert')).toContainText('refused')
  await expect(yourWallet(page)).toHaveCount(0)
})

test('another account can be chosen', async ({ page }) => {
  await page.goto('/welcome/accounts')
  await connectDemo(page)
  await yourWallet(page).click()
  await page.getByRole('button', { name: 'Change account' }).click()
  await page.getByRole('button', { name: /^Carol 0x/ }).click()
  await expect(yourWallet(page)).toContainText(/carol|0x3C44/)
})

test.describe('in a document with other chains', () => {
  // The policy remarks that the test, not the app, rewrites the data block.
  test.use({ expectedFaults: { patterns: [/TrustedScript|trusted-types/] } })

  test('is not offered where no chain is a local one', async ({ page }) => {
    const keys = watchKeys(page)
    // The document says which chains there are; here it says others.
    await page.addInitScript(() => {
      const observer = new MutationObserver(() => {
        const text = document.getElementById('app-config')?.firstChild
        if (!(text instanceof Text)) return
        observer.disconnect()
        text.data = text.data
          .replaceAll('"chainId":31337', '"chainId":5001')
          .replaceAll('"chainId":31338', '"chainId":5002')
      })
      observer.observe(document, { childList: true, subtree: true })
    })
    await page.goto('/welcome/accounts')
    await page.getByRole('button', { name: 'Connect wallet' }).click()
    await expect(page.getByTestId('rk-wallet-option-injected')).toBeVisible()
    await expect(page.getByTestId('rk-wallet-option-demo')).toHaveCount(0)
    expect(keys).toEqual([])
  })
})

test('refuses a node that answers for another chain', async ({
  page,
  product,
}) => {
  const keys = watchKeys(page)
  await page.route(`${product.chains[31337]}/**`, async (route) => {
    const asked: unknown = route.request().postDataJSON()
    const calls = Array.isArray(asked) ? asked : [asked]
    if (!calls.some(({ method }) => method === 'eth_chainId'))
      return route.continue()
    const answers = calls.map(({ id }) => ({
      jsonrpc: '2.0',
      id,
      result: '0x1',
    }))
    return route.fulfill({
      json: Array.isArray(asked) ? answers : answers[0],
      headers: { 'access-control-allow-origin': '*' },
    })
  })
  await page.goto('/welcome/accounts')
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await page.getByTestId('rk-wallet-option-demo').click()
  await expect(
    page.getByText('Demo accounts work on local chains only'),
  ).toBeVisible()
  await expect(yourWallet(page)).toHaveCount(0)
  expect(keys).toEqual([])
})

for (const colorScheme of ['dark', 'light'] as const)
  test(`the list of accounts is accessible, ${colorScheme}${tier(colorScheme)}`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme })
    await page.goto('/welcome/accounts')
    await page.getByRole('button', { name: 'Connect wallet' }).click()
    await page.getByTestId('rk-wallet-option-demo').click()
    await expect(
      page.getByRole('heading', { name: 'Choose a demo account' }),
    ).toBeVisible()
    expect(await findIssues(page, 'dialog')).toEqual([])
  })
