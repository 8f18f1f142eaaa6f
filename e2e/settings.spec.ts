import { readFile } from 'node:fs/promises'
import { accounts } from '@covault/devnet'
import type { Page } from '@playwright/test'
import { checkPage } from './checkPage.js'
import { expect, test } from './fixtures.js'
import { tier } from './tier.js'

const [alice = '', bob = ''] = accounts.map(({ address }) => address)

test('the theme is chosen in the settings and known before the first paint', async ({
  page,
}) => {
  const scheme = () =>
    page.locator('html').getAttribute('data-mantine-color-scheme')
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/settings/appearance')
  expect(await scheme()).toBe('dark')
  await page.locator('label').filter({ hasText: 'Light' }).click()
  await expect.poll(scheme).toBe('light')
  await page.reload({ waitUntil: 'commit' })
  await expect.poll(scheme).toBe('light')
})

test.describe("with a server of one's own", () => {
  // It is the node of the first chain under its other name.
  test.use({
    expectedFaults: { patterns: [/unlisted host: http:\/\/localhost:/] },
  })

  test('servers are tested, and an own one is reachable after saving', async ({
    page,
    product,
  }) => {
    await page.goto('/settings/environment')
    await page
      .getByRole('button', { name: 'Test Address of the gateway' })
      .click()
    await expect(
      page.getByText(/Answers in \d+ ms for 2 networks/),
    ).toBeVisible()
    const field = page.getByLabel('Local 1, chain 31337', { exact: true })
    await page.getByRole('button', { name: 'Test Local 1' }).click()
    await expect(
      page.getByText(/Chain 31337 at block \d+, \d+ ms/),
    ).toBeVisible()
    await field.fill('http://node.example')
    await expect(page.getByText('An https address is needed')).toBeVisible()
    await field.fill(product.chains[31338] ?? '')
    await page.getByRole('button', { name: 'Test Local 1' }).click()
    await expect(
      page.getByText('answers for chain 31338, not for chain 31337'),
    ).toBeVisible()
    // Another name for the same node is another origin.
    const own = (product.chains[31337] ?? '').replace('127.0.0.1', 'localhost')
    await field.fill(own)
    await page.getByRole('button', { name: 'Test Local 1' }).click()
    await expect(page.getByText('Save it first')).toBeVisible()
    await page.getByRole('button', { name: 'Save Local 1' }).click()
    await expect(
      page.getByText(/Chain 31337 at block \d+, \d+ ms/),
    ).toBeVisible()
    await expect(page.getByText(/own RPC/)).toBeVisible()
    await page
      .getByRole('button', { name: 'Back to what the installation names' })
      .click()
    await expect(field).toHaveValue('')
    await expect(page.getByText(/own RPC/)).toBeHidden()
  })
})

test('an export of the ecosystem is read, and everything goes out again', async ({
  page,
}) => {
  await page.goto('/settings/data')
  await importFile(page, {
    version: '3.0',
    data: {
      addressBook: { 31337: { [alice]: 'Alice' }, 1: { [bob]: 'Bob' } },
      addedSafes: { 31337: { [bob]: { owners: [], threshold: 1 } } },
      settings: { currency: 'eur' },
    },
  })
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('2 contacts')
  await expect(dialog).toContainText('1 safe')
  await expect(dialog).toContainText('settings, which have no meaning here')
  await dialog.getByRole('button', { name: 'Import' }).click()
  await expect(page.getByText('2 contacts, 1 remembered safe')).toBeVisible()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export' }).click(),
  ])
  const { version, data } = JSON.parse(
    await readFile(await download.path(), 'utf8'),
  )
  expect(version).toBe('3.0')
  expect(data.addressBook).toEqual({
    31337: { [alice]: 'Alice' },
    1: { [bob]: 'Bob' },
  })
})

test('a file that is none is refused in words', async ({ page }) => {
  await page.goto('/settings/data')
  await importFile(page, { hello: 'there' })
  await expect(page.getByText('This is not a data file')).toBeVisible()
  await expect(
    page.getByRole('dialog').getByRole('button', { name: 'Import' }),
  ).toBeDisabled()
})

test('storage that cannot be read blocks nothing and is kept', async ({
  page,
}) => {
  await page.addInitScript(() => {
    if (!sessionStorage.getItem('broken')) {
      localStorage.setItem('covault.v1.addressBook', '{"half a bo')
      sessionStorage.setItem('broken', 'once')
    }
  })
  await page.goto('/welcome/accounts')
  await expect(page.getByText('Treasury').first()).toBeVisible()
  await page.getByRole('link', { name: 'Look at it' }).click()
  await expect(page.getByText('{"half a bo')).toBeVisible()
  await page.getByRole('button', { name: 'Delete addressBook' }).click()
  await expect(page.getByText('{"half a bo')).toBeHidden()
})

test('blind signing asks before it is allowed', async ({ page }) => {
  await page.goto('/settings/security')
  const control = page.getByRole('switch', { name: 'Blind signing' })
  await expect(control).not.toBeChecked()
  await control.click({ force: true })
  await page.getByRole('button', { name: 'Keep it off' }).click()
  await expect(control).not.toBeChecked()
})

for (const colorScheme of ['dark', 'light'] as const)
  test(`settings are accessible, ${colorScheme}${tier(colorScheme)}`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme })
    for (const name of [
      'appearance',
      'safe-apps',
      'data',
      'environment',
      'security',
    ]) {
      await page.goto(`/settings/${name}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await checkPage(page)
    }
  })

async function importFile(page: Page, content: unknown): Promise<void> {
  await page.locator('input[type="file"]').setInputFiles({
    name: 'export.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(content)),
  })
}
