import { readFile } from 'node:fs/promises'
import { accounts } from '@covault/devnet'
import type { Page } from '@playwright/test'
import { checkPage } from './checkPage.js'
import { expect, test } from './fixtures.js'
import { tier } from './tier.js'

const [alice = '', bob = ''] = accounts.map(({ address }) => address)

test('a contact is added, found, renamed and deleted', async ({ page }) => {
  await page.goto('/address-book')
  await addContact(page, { name: 'Alice', address: `local1:${alice}` })
  await addContact(page, { name: 'Bob', address: bob.toLowerCase() })
  await expect(page.getByRole('row', { name: 'Alice' })).toContainText(alice)
  await expect(page.getByRole('row', { name: 'Bob' })).toContainText(bob)

  await page.getByLabel('Search contacts').fill(bob.slice(2, 8))
  await expect(page.getByRole('row', { name: 'Alice' })).toBeHidden()
  await expect(page).toHaveURL(/q=/)
  await page.reload()
  await expect(page.getByRole('row', { name: 'Bob' })).toBeVisible()
  await page.getByLabel('Search contacts').fill('')

  await page.getByRole('button', { name: 'Edit Bob' }).click()
  await page.getByLabel('Name').fill('Robert')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('row', { name: 'Robert' })).toBeVisible()

  await page.getByRole('button', { name: 'Delete Robert' }).click()
  await expect(page.getByRole('row', { name: 'Robert' })).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('row', { name: 'Robert' })).toBeVisible()
})

test('what cannot be an address here is refused with the reason', async ({
  page,
}) => {
  await page.goto('/address-book')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  const field = page.getByLabel('Address', { exact: true })
  const dialog = page.getByRole('dialog')
  await page.getByLabel('Name').fill('Somebody')
  for (const [text, reason] of [
    ['0x1234', '40 digits'],
    [`eth:${alice}`, 'for the network "eth"'],
    ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'Bitcoin'],
    ['nobody-has-this.eth', 'stands for no address'],
  ] as const) {
    await field.fill(text)
    await expect(dialog).toContainText(reason)
    await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled()
  }
})

test('a name is resolved by the chain, and a pasted link is cleaned', async ({
  context,
  page,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/address-book')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  const field = page.getByLabel('Address', { exact: true })
  await field.fill('alice.eth')
  await expect(page.getByText(`Stands for ${alice}`)).toBeVisible()
  await field.fill('')
  await page.evaluate(
    (text) => navigator.clipboard.writeText(text),
    `https://explorer.example/address/${bob}#code`,
  )
  await field.press('Control+v')
  await expect(field).toHaveValue(bob)
})

test('the book goes out as CSV and comes back without loss', async ({
  page,
}) => {
  await page.goto('/address-book')
  await addContact(page, { name: '=1+1', address: alice })
  await addContact(page, { name: 'Comma, "quote"', address: bob })
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export' }).click(),
  ])
  const text = await readFile(await download.path(), 'utf8')
  expect(text).toMatch(/^address,name,chainId\r\n/)
  expect(text).toContain("'=1+1")

  await page.evaluate(() => localStorage.clear())
  await page.reload()
  await expect(page.getByText('No names yet.')).toBeVisible()
  await chooseFile(page, { name: 'book.csv', text: `${text}0x12,Broken,1\r\n` })
  await expect(page.getByText(/Row 4: .*0x12/)).toBeVisible()
  await page.getByRole('button', { name: 'Import 2 contacts' }).click()
  await expect(page.getByRole('row', { name: '=1+1' })).toBeVisible()
  await expect(page.getByRole('row', { name: 'Comma, "quote"' })).toBeVisible()
})

test('a second tab follows the first', async ({ context, page }) => {
  await page.goto('/address-book')
  const second = await context.newPage()
  await second.goto('/address-book')
  await addContact(page, { name: 'Carol', address: alice })
  await expect(second.getByRole('row', { name: 'Carol' })).toBeVisible()
})

test('a contact is added by keyboard alone', async ({ page }) => {
  await page.goto('/address-book')
  await page.getByRole('button', { name: 'Add', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Name')).toBeFocused()
  await page.keyboard.type('Keys only')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.type(alice)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('row', { name: 'Keys only' })).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
})

for (const colorScheme of ['dark', 'light'] as const)
  test(`is accessible, ${colorScheme}${tier(colorScheme)}`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme })
    await page.goto('/address-book')
    await addContact(page, { name: 'Alice', address: alice })
    await checkPage(page)
    await page.getByRole('button', { name: 'Edit Alice' }).click()
    await checkPage(page)
  })

async function addContact(
  page: Page,
  { name, address }: { name: string; address: string },
): Promise<void> {
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Address', { exact: true }).fill(address)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
}

async function chooseFile(
  page: Page,
  { name, text }: { name: string; text: string },
): Promise<void> {
  await page
    .locator('input[type="file"]')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
}
