import type { Route } from '@playwright/test'
import { checkPage } from './checkPage.js'
import { ExampleApp } from './exampleApp.js'
import { expect, test } from './fixtures.js'
import { sitDown } from './seat.js'

// A document that the test itself hands out is not on this machine for the
// browser, and is kept from the chains that are.
test.use({
  expectedFaults: {
    patterns: [
      /access the `loopback` address space\. .*share\/safe-app/,
      /net::ERR_FAILED http:\/\/127\.0\.0\.1/,
    ],
  },
})

test('an app of one’s own is added by its manifest, shared, and forgotten @full', async ({
  page,
  request,
  product,
  wallet,
}) => {
  test.slow()
  await test.step('a shared link is for those without a safe, too', async () => {
    await page.route('**/app-config', withoutDemo)
    await page.goto(`/share/safe-app?appUrl=${product.exampleApp}&chain=local2`)
    await expect(page.getByText('Apps need a safe.')).toBeVisible()
    await expect(
      page.getByRole('link', { name: 'Create a safe' }),
    ).toBeVisible()
    expect(await page.locator('iframe').count()).toBe(0)
    await page.goto('/share/safe-app?appUrl=javascript:alert(1)')
    await expect(
      page.getByText('This link doesn’t lead to an app.'),
    ).toBeVisible()
    await page.unroute('**/app-config')
  })
  const { link } = await sitDown(
    { page, product, request, wallet },
    { at: '/apps' },
  )
  const url = `${product.exampleApp}/sdk7`
  await page.getByRole('link', { name: 'Add app' }).click()
  const field = page.getByLabel('App address')
  const read = page.getByRole('button', { name: 'Read manifest' })
  for (const [text, words] of [
    ['', 'Enter the app’s address.'],
    ['http://app.example', 'isn’t secure'],
    [product.exampleApp, 'is already listed by this gateway'],
  ] as const) {
    await field.fill(text)
    await read.click()
    await expect(page.getByText(words)).toBeVisible()
  }
  await checkPage(page)
  await field.fill(url)
  await read.click()
  await page.getByRole('button', { name: 'Add “Example of SDK 7”' }).click()
  await expect(
    page.getByRole('link', { name: 'Example of SDK 7' }),
  ).toBeVisible()
  await page.getByRole('link', { name: 'Add app' }).click()
  await field.fill(`${url}/`)
  await read.click()
  await expect(page.getByText('is already one of your apps')).toBeVisible()

  await page.goto(`/share/safe-app?appUrl=${product.exampleApp}&chain=local1`)
  await expect(page.getByText('Example app', { exact: true })).toBeVisible()
  await checkPage(page)
  await page.getByRole('link', { name: 'Open app' }).click()
  const app = new ExampleApp(page)
  await app.press('requestAddressBook')
  await page.getByRole('button', { name: 'Don’t allow' }).click()
  expect(await app.read('requestAddressBook', 'failed')).toMatch(/rejected/)
  // Who has said no is not asked again.
  expect(await app.ask('requestAddressBook', 'failed')).toMatch(/rejected/)
  await page.goto(`/settings/safe-apps?${link}`)
  await expect(page.getByText('Your whole address book: refused')).toBeVisible()
  await checkPage(page)
  await page.getByRole('button', { name: /^Revoke/ }).click()
  await expect(page.getByText('No permissions yet.')).toBeVisible()
})

/** What an installation says of itself that has no demo. */
async function withoutDemo(route: Route): Promise<void> {
  const response = await route.fetch()
  await route.fulfill({ json: { ...(await response.json()), demo: null } })
}
