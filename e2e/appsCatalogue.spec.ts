import { checkPage } from './checkPage.js'
import { ExampleApp } from './exampleApp.js'
import { expect, test } from './fixtures.js'
import { sitDown } from './seat.js'

test('an app of one’s own is added by its manifest, shared, and forgotten @full', async ({
  page,
  request,
  product,
  wallet,
}) => {
  test.slow()
  const { link } = await sitDown(
    { page, product, request, wallet },
    { at: '/apps' },
  )
  const url = `${product.exampleApp}/sdk7`
  await page.getByRole('link', { name: 'Add an app' }).click()
  const field = page.getByLabel('Address of the app')
  const read = page.getByRole('button', { name: 'Read its manifest' })
  for (const [text, words] of [
    ['', 'Enter the address of the app.'],
    ['http://app.example', 'anybody on the way can change'],
    [product.exampleApp, 'on the list of this installation already'],
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
  await page.getByRole('link', { name: 'Add an app' }).click()
  await field.fill(`${url}/`)
  await read.click()
  await expect(page.getByText('among your apps already')).toBeVisible()

  await page.goto(`/share/safe-app?appUrl=${product.exampleApp}&chain=local1`)
  await expect(page.getByText('Example app', { exact: true })).toBeVisible()
  await checkPage(page)
  await page.getByRole('link', { name: 'Open the app' }).click()
  const app = new ExampleApp(page)
  await app.press('requestAddressBook')
  await page.getByRole('button', { name: 'Keep it closed' }).click()
  expect(await app.read('requestAddressBook', 'failed')).toMatch(/rejected/)
  // Who has said no is not asked again.
  expect(await app.ask('requestAddressBook', 'failed')).toMatch(/rejected/)
  await page.goto(`/settings/safe-apps?${link}`)
  await expect(page.getByText('Your whole address book: refused')).toBeVisible()
  await checkPage(page)
  await page.getByRole('button', { name: /^Take back/ }).click()
  await expect(page.getByText('No app has asked for anything.')).toBeVisible()
})
