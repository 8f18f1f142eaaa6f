import { readFile } from 'node:fs/promises'
import { accounts, demoAccounts } from '@covault/devnet'
import type { Page } from '@playwright/test'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect, test } from './fixtures.js'
import { createHands, type Hands, ways } from './hands.js'
import { connectTestWallet, reviewPayment, seat, sitDown } from './seat.js'

const [alice = '', bob = '', supplier = ''] = accounts.map(
  ({ address }) => address,
)

for (const { by, tier } of ways)
  test(`a contact is checked, added, found, renamed and deleted, also in a second tab${tier}`, async ({
    context,
    page,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const hands = createHands(page, by)
    const button = (name: string) => page.getByRole('button', { name })
    const row = (name: string) => page.getByRole('row', { name })
    const second = await context.newPage()
    await second.goto('/address-book')
    await page.bringToFront()
    await page.goto('/address-book')
    await test.step('what cannot be an address here is refused with the reason', async () => {
      await hands.press(page.getByRole('button', { name: 'Add', exact: true }))
      await expect(
        page.getByRole('textbox', { name: 'Name', exact: true }),
      ).toBeFocused()
      await hands.write(
        page.getByRole('textbox', { name: 'Name', exact: true }),
        'Somebody',
      )
      const dialog = page.getByRole('dialog')
      const field = page.getByLabel('Address', { exact: true })
      for (const [text, reason] of [
        ['0x1234', '40 digits'],
        [`eth:${alice}`, 'for the network “eth”'],
        ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'Bitcoin'],
        ['nobody-has-this.eth', 'doesn’t resolve to an address'],
      ] as const) {
        await hands.write(field, text)
        await expect(dialog).toContainText(reason)
        await expect(
          dialog.getByRole('button', { name: 'Save' }),
        ).toBeDisabled()
      }
    })
    await test.step('a name is resolved by the chain, and a pasted link is cleaned', async () => {
      const field = page.getByLabel('Address', { exact: true })
      await hands.write(field, 'alice.eth')
      await expect(page.getByText(`Resolves to ${alice}`)).toBeVisible()
      await field.fill('')
      await page.evaluate(
        (text) => navigator.clipboard.writeText(text),
        `https://explorer.example/address/${bob}#code`,
      )
      await field.press('Control+v')
      await expect(field).toHaveValue(bob)
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toBeHidden()
    })
    await addContact(hands, page, { name: 'Alice', address: `local1:${alice}` })
    await addContact(hands, page, { name: 'Bob', address: bob.toLowerCase() })
    await expect(row('Alice')).toContainText(alice)
    await expect(row('Bob')).toContainText(bob)
    await expect(second.getByRole('row', { name: 'Alice' })).toBeVisible()

    const search = page.getByLabel('Search contacts')
    await hands.write(search, bob.slice(2, 8))
    await expect(row('Alice')).toBeHidden()
    await expect(page).toHaveURL(/q=/)
    await page.reload()
    await expect(row('Bob')).toBeVisible()
    await hands.write(search, '')

    await hands.press(button('Edit Bob'))
    await hands.write(
      page.getByRole('textbox', { name: 'Name', exact: true }),
      'Robert',
    )
    await hands.press(button('Save'))
    await expect(row('Robert')).toBeVisible()
    await expect(second.getByRole('row', { name: 'Robert' })).toBeVisible()

    await hands.press(button('Delete Robert'))
    await expect(row('Robert')).toBeHidden()
    await hands.press(button('Undo'))
    await expect(row('Robert')).toBeVisible()
  })

for (const { by, tier } of ways)
  test(`the book goes out as CSV and comes back without loss${tier}`, async ({
    page,
  }) => {
    const hands = createHands(page, by)
    await page.goto('/address-book')
    await addContact(hands, page, { name: '=1+1', address: alice })
    await addContact(hands, page, { name: 'Comma, "quote"', address: bob })
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      hands.press(page.getByRole('button', { name: 'Export' })),
    ])
    const text = await readFile(await download.path(), 'utf8')
    expect(text).toMatch(/^address,name,chainId\r\n/)
    expect(text).toContain("'=1+1")

    await page.evaluate(() => localStorage.clear())
    await page.reload()
    await expect(page.getByText('No contacts yet.')).toBeVisible()
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      hands.press(page.getByRole('button', { name: 'Import' }).first()),
    ])
    await chooser.setFiles({
      name: 'book.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(
        `${text}0x12,Broken,1\r\n${supplier},\u202EyrusaerT,31337\r\n`,
      ),
    })
    await expect(page.getByText(/Row 4: .*0x12/)).toBeVisible()
    await hands.press(page.getByRole('button', { name: 'Import 3 contacts' }))
    // It would read as another name.
    await expect(
      page.getByRole('row', { name: '\uFFFDyrusaerT' }),
    ).toBeVisible()
    await expect(page.getByRole('row', { name: '=1+1' })).toBeVisible()
    await expect(
      page.getByRole('row', { name: 'Comma, "quote"' }),
    ).toBeVisible()
  })

test('names are shared by one signature, marked for the second owner, and known once accepted', async ({
  browser,
  page,
  product,
  request,
  wallet,
}) => {
  test.slow()
  const payee = privateKeyToAccount(generatePrivateKey()).address
  const { safe, link } = await sitDown({ page, product, request, wallet })
  const book = `/address-book?${link}`
  await page.goto(book)
  const hands = createHands(page)
  await addContact(hands, page, { name: 'Operations', address: safe.address })
  await addContact(hands, page, { name: 'Acme Supplies', address: payee })
  await page.getByRole('link', { name: 'Share names' }).click()
  // The name of the safe is chosen, as the other owner sees none.
  const changes = page.getByRole('list', { name: 'Changes' })
  await expect(changes.getByText('Operations')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Acme Supplies' }).check()
  await expect(changes.getByRole('listitem')).toHaveCount(2)
  await page.getByRole('button', { name: 'Share names', exact: true }).click()
  await expect(page.getByText('2 names shared.')).toBeVisible()
  const asked = wallet.requests.filter(
    ({ method }) => method === 'eth_signTypedData_v4',
  )
  expect(asked).toHaveLength(1)
  const shared = page.getByRole('list', { name: 'Shared names' })
  await expect(shared.getByRole('listitem')).toHaveCount(2)

  const second = await seat(browser, product, demoAccounts.bob)
  try {
    const { page: bob } = second
    await bob.goto(`/home?${link}`)
    await expect(
      bob.getByRole('button', { name: /^Operations \(shared\)/ }),
    ).toBeVisible()
    await connectTestWallet(bob, second.wallet)
    const firstPayment = bob.getByText('never paid before').first()
    await reviewPayment(bob, { to: payee, amount: '0.1' })
    await expect(bob.getByText('Acme Supplies (shared)').first()).toBeVisible()
    await expect(firstPayment).toBeVisible()

    await bob.goto(book)
    const row = bob
      .getByRole('list', { name: 'Shared names', exact: true })
      .getByRole('listitem')
      .filter({ hasText: 'Acme Supplies' })
    await expect(row).toContainText('Shared by')
    await bob.getByRole('button', { name: 'Show history' }).click()
    await expect(bob.getByText('Added Acme Supplies')).toBeVisible()
    await bob.getByRole('button', { name: 'Accept Acme Supplies' }).click()
    await expect(row).toContainText('In your address book')
    await expect(bob.getByRole('row', { name: 'Acme Supplies' })).toBeVisible()

    await bob.goto(`/home?${link}`)
    await reviewPayment(bob, { to: payee, amount: '0.1' })
    await expect(bob.getByText(/\d+ checks/).first()).toBeVisible()
    await expect(bob.getByText('Acme Supplies').first()).toBeVisible()
    await expect(firstPayment).toHaveCount(0)
  } finally {
    await second.leave()
  }
})

async function addContact(
  hands: Hands,
  page: Page,
  { name, address }: { name: string; address: string },
): Promise<void> {
  await hands.press(page.getByRole('button', { name: 'Add', exact: true }))
  await hands.write(page.getByLabel('Name', { exact: true }), name)
  await hands.write(page.getByLabel('Address', { exact: true }), address)
  await hands.press(page.getByRole('button', { name: 'Save' }))
  await expect(page.getByRole('dialog')).toBeHidden()
}
