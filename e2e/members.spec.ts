import { expect, test } from '@playwright/test'
import { findTreasury } from './findTreasury.js'
import { startOwnGateway } from './ownGateway.js'

// What every route tells strangers, members of other safes and former owners
// is in the gateway's suite of the same name; here is what people see.

test('a gateway for members asks who reads, then shows the safe and makes tokens @full', async ({
  browser,
  playwright,
}) => {
  const request = await playwright.request.newContext({
    baseURL: process.env.COVAULT_URL ?? '',
  })
  const treasury = await findTreasury(request)
  const gateway = await startOwnGateway({ mode: 'members' })
  const context = await browser.newContext({ baseURL: gateway.url })
  try {
    const page = await context.newPage()
    const button = (name: string | RegExp, exact = true) =>
      page.getByRole('button', { name, exact })
    const notice = page.getByRole('alert').filter({
      has: page.getByRole('heading', { name: 'This gateway is for members.' }),
    })
    await page.goto(`/transactions/queue?safe=${treasury}`)
    await expect(notice).toBeVisible()
    const errors = page.getByRole('main').getByText(/Can’t (load|reach)/)
    await expect(errors.filter({ visible: true })).toHaveCount(0)
    const [, address = ''] = treasury.split(':')
    const queue = `/v1/chains/31337/safes/${address}/transactions/queued`
    const read = (headers: Record<string, string> = {}) =>
      request.get(`${gateway.url}${queue}`, { headers })
    expect((await read()).status()).toBe(401)

    await notice.getByRole('button', { name: 'Connect wallet' }).click()
    await page.getByTestId('rk-wallet-option-demo').click()
    await button(/^Alice 0x/, false).click()
    await notice.getByRole('button', { name: 'Sign in' }).click()
    await expect(
      page.getByRole('heading', { name: 'Verify your account' }),
    ).toBeVisible()
    await button('Sign message').click()
    await button('Sign').click()
    await expect(notice).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Queue' })).toBeVisible()

    await page.goto(`/settings/security?safe=${treasury}`)
    await button('Create token').click()
    await page.getByLabel('Name').fill('Accounting')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: 'Create token' })
      .click()
    await expect(
      page.getByRole('heading', { name: 'Copy your token' }),
    ).toBeVisible()
    const token = await page.getByLabel('Token', { exact: true }).innerText()
    const authorization = `Bearer ${token}`
    expect((await read({ authorization })).status()).toBe(200)
    await page
      .getByRole('dialog')
      .getByRole('button', { name: 'Close' })
      .last()
      .click()
    await expect(page.getByText(/^Reads only in/)).toBeVisible()
    await button('Revoke Accounting').click()
    await expect(page.getByText('Accounting')).toHaveCount(0)
    expect((await read({ authorization })).status()).toBe(401)
  } finally {
    await context.close()
    await request.dispose()
    await gateway.close()
  }
})
