import type { Page } from '@playwright/test'
import { connectDemo, pressInMenu, yourWallet } from './demoWallet.js'
import { expect, test } from './fixtures.js'
import { createHands, ways } from './hands.js'

/** Requests for the chunk with the keys in it. */
function watchKeys(page: Page): string[] {
  const urls: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('demoKeys')) urls.push(request.url())
  })
  return urls
}

for (const { by, tier } of ways)
  test(`a demo account is connected, found again, switched and exchanged${tier}`, async ({
    page,
  }) => {
    const hands = createHands(page, by)
    const button = (name: string | RegExp, exact = false) =>
      page.getByRole('button', { name, exact })
    const keys = watchKeys(page)
    await page.goto('/welcome/accounts')
    await test.step('closing the list of accounts is a refusal', async () => {
      await hands.press(button('Connect wallet'))
      await hands.press(page.getByTestId('rk-wallet-option-demo'))
      await hands.press(button('Cancel'))
      await expect(page.getByRole('alert')).toContainText('You rejected')
      await expect(yourWallet(page)).toHaveCount(0)
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
      // Or a keyboard would have to walk through all accounts to it.
      await expect(button('Connect wallet')).toBeFocused()
    })
    expect(keys).toEqual([])
    await connectDemo(page, 'Bob', hands)
    await expect(yourWallet(page)).toContainText(/bob|0x7099/)
    // Whoever is connected can sign when the page's server is gone.
    await expect.poll(() => keys.length).toBe(1)
    await page.reload()
    await expect(yourWallet(page)).toContainText(/bob|0x7099/)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await test.step('it asks before it switches, and takes a refusal', async () => {
      const toLocal2 = async () => {
        await pressInMenu(hands, page, 'Switch network')
        await hands.press(page.getByTestId('rk-chain-option-31338'))
        await expect(
          page.getByRole('heading', { name: 'Switch to Local 2?' }),
        ).toBeVisible()
      }
      await toLocal2()
      await hands.press(button('Cancel'))
      await expect(page.getByRole('alert')).toContainText('You rejected')
      await expect(yourWallet(page)).toContainText('Local 1')
      await page.keyboard.press('Escape')
      await expect(yourWallet(page)).toBeFocused()
      await toLocal2()
      await hands.press(button('Switch', true))
      await expect(yourWallet(page)).toContainText('Local 2')
      await expect(yourWallet(page)).toBeFocused()
    })
    await pressInMenu(hands, page, 'Change account')
    await hands.press(button(/^Carol 0x/))
    await expect(yourWallet(page)).toContainText(/carol|0x3C44/)
    await test.step('another tab has the same wallet, and loses it with this one', async () => {
      const tab = await page.context().newPage()
      await tab.goto('/settings/appearance')
      await expect(yourWallet(tab)).toContainText(/carol|0x3C44/)
      await pressInMenu(hands, page, 'Change account')
      await hands.press(button(/^Bob 0x/))
      await expect(yourWallet(tab)).toContainText(/bob|0x7099/)
      await pressInMenu(hands, page, 'Disconnect')
      const connect = tab.getByRole('button', { name: 'Connect wallet' })
      await expect(connect).toBeVisible()
      await connectDemo(page, 'Alice', hands)
      await expect(yourWallet(tab)).toContainText(/alice|0xf39F/)
      await tab.close()
    })
  })

test('demo accounts are not offered where no chain is a local one', async ({
  page,
}) => {
  const keys = watchKeys(page)
  // The configuration says which chains there are; here it says others.
  await page.route('**/app-config', async (route) => {
    const response = await route.fetch()
    const body = (await response.text())
      .replaceAll('"chainId":31337', '"chainId":5001')
      .replaceAll('"chainId":31338', '"chainId":5002')
    await route.fulfill({ response, body })
  })
  await page.goto('/welcome/accounts')
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await expect(page.getByTestId('rk-wallet-option-injected')).toBeVisible()
  await expect(page.getByTestId('rk-wallet-option-demo')).toHaveCount(0)
  expect(keys).toEqual([])
})

test('demo accounts refuse a node that answers for another chain', async ({
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
    page.getByText('Demo accounts only work on local networks'),
  ).toBeVisible()
  await expect(yourWallet(page)).toHaveCount(0)
  expect(keys).toEqual([])
})
