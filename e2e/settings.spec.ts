import { readFile } from 'node:fs/promises'
import { accounts } from '@covault/devnet'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.js'
import { createHands, type Hands, ways } from './hands.js'

const [alice = '', bob = ''] = accounts.map(({ address }) => address)

test.describe("with a server of one's own", () => {
  // It is the node of the first chain under its other name.
  test.use({
    expectedFaults: { patterns: [/unlisted host: http:\/\/localhost:/] },
  })

  for (const { by, tier } of ways)
    test(`a theme is chosen, servers are tested, and an own one is reachable after saving${tier}`, async ({
      page,
      product,
    }) => {
      const hands = createHands(page, by)
      const button = (name: string) => page.getByRole('button', { name })
      await test.step('the theme is known before the first paint', async () => {
        const html = page.locator('html')
        const scheme = 'data-mantine-color-scheme'
        await page.emulateMedia({ colorScheme: 'dark' })
        await page.goto('/settings/appearance')
        await expect(html).toHaveAttribute(scheme, 'dark')
        await hands.pick(page.getByRole('radio', { name: 'Light' }))
        await expect(html).toHaveAttribute(scheme, 'light')
        await page.reload({ waitUntil: 'commit' })
        await expect(html).toHaveAttribute(scheme, 'light')
      })
      await hands.press(page.getByRole('link', { name: 'Servers' }))
      await hands.press(button('Test Address of the gateway'))
      await expect(
        page.getByText(/Answers in \d+ ms for 2 networks/),
      ).toBeVisible()
      const field = page.getByLabel('Local 1 (chain ID 31337)', { exact: true })
      const isAnswered = page.getByText(
        /Local 1 \(chain ID 31337\) at block \d+, \d+ ms/,
      )
      await hands.press(button('Test Local 1'))
      await expect(isAnswered).toBeVisible()
      await hands.write(field, 'http://node.example')
      await expect(
        page.getByText('Enter a URL that starts with https or wss'),
      ).toBeVisible()
      await hands.write(field, product.chains[31338] ?? '')
      await hands.press(button('Test Local 1'))
      await expect(
        page.getByText('answers for Local 2 (chain ID 31338), not Local 1'),
      ).toBeVisible()
      // Another name for the same node is another origin.
      const own = (product.chains[31337] ?? '').replace(
        '127.0.0.1',
        'localhost',
      )
      await hands.write(field, own)
      await hands.press(button('Test Local 1'))
      await expect(isAnswered).toBeVisible()
      await expect(field).toHaveValue(own)
      await expect(page.getByText(/own RPC/)).toBeHidden()
      await hands.press(button('Save Local 1'))
      await expect(page.getByText(/own RPC/)).toBeVisible()
      await expect(isAnswered).toBeVisible()
      await expect(page.getByText(/own RPC/)).toBeVisible()
      await test.step('a websocket is one too, and announces new blocks', async () => {
        const socket = own.replace('http:', 'ws:')
        await hands.write(field, socket)
        await hands.press(button('Test Local 1'))
        await expect(isAnswered).toBeVisible()
        const listening = page
          .waitForEvent('websocket')
          .then((line) =>
            line.waitForEvent('framesent', ({ payload }) =>
              String(payload).includes('eth_subscribe'),
            ),
          )
        await hands.press(button('Save Local 1'))
        await listening
        await expect(isAnswered).toBeVisible()
        const readBlock = async () => {
          const words = await page.getByText(/own RPC/).innerText()
          return /block [\d,]+/.exec(words)?.[0]
        }
        const before = await readBlock()
        await page.request.post(product.chains[31337] ?? '', {
          data: { jsonrpc: '2.0', id: 1, method: 'evm_mine', params: [] },
        })
        await expect.poll(readBlock).not.toBe(before)
      })
      await hands.press(button('Reset to default'))
      await expect(field).toHaveValue('')
      await expect(page.getByText(/own RPC/)).toBeHidden()
    })
})

for (const { by, tier } of ways)
  test(`data comes in and goes out, and what cannot be read blocks nothing${tier}`, async ({
    page,
  }) => {
    const hands = createHands(page, by)
    const button = (name: string) => page.getByRole('button', { name })
    const dialog = page.getByRole('dialog')
    await page.addInitScript(() => {
      if (sessionStorage.getItem('broken')) return
      localStorage.setItem('covault.v1.addressBook', '{"half a bo')
      localStorage.setItem('covault.v1.wallet.store', '{"state":5}')
      localStorage.setItem('covault.v1.wallet.recentConnectorId', 'demo')
      sessionStorage.setItem('broken', 'once')
    })
    await test.step('storage that cannot be read is kept and shown', async () => {
      await page.goto('/welcome/accounts')
      await expect(page.getByText('Treasury').first()).toBeVisible()
      await hands.press(page.getByRole('link', { name: 'Show data' }))
      await expect(page.getByText('{"half a bo')).toBeVisible()
      // Of the wallet's own, which loads later.
      await expect(page.getByText('{"state":5}')).toBeVisible()
      await hands.press(button('Delete address book'))
      await expect(page.getByText('{"half a bo')).toBeHidden()
    })
    await test.step('a file that is none is refused in words', async () => {
      await importFile(hands, page, { hello: 'there' })
      await expect(page.getByText('This isn’t a data file')).toBeVisible()
      await expect(
        dialog.getByRole('button', { name: 'Import' }),
      ).toBeDisabled()
      await hands.press(dialog.getByRole('button', { name: 'Cancel' }))
    })
    await test.step('an export of the ecosystem is read', async () => {
      await importFile(hands, page, {
        version: '3.0',
        data: {
          addressBook: { 31337: { [alice]: 'Alice' }, 1: { [bob]: 'Bob' } },
          addedSafes: { 31337: { [bob]: { owners: [], threshold: 1 } } },
          settings: { currency: 'eur' },
          visitedSafes: { 1: { [bob]: {} } },
        },
      })
      await expect(dialog).toContainText('2 contacts')
      await expect(dialog).toContainText('1 safe')
      await expect(dialog).toContainText(
        'settings such as appearance and tokens',
      )
      await expect(dialog).toContainText('visitedSafes (not used here)')
      await hands.press(dialog.getByRole('button', { name: 'Import' }))
      await expect(page.getByText('2 contacts, 1 saved safe')).toBeVisible()
    })
    await test.step('everything goes out again', async () => {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        hands.press(button('Export')),
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
    await test.step('blind signing asks before it is allowed', async () => {
      await hands.press(page.getByRole('link', { name: 'Security' }))
      const control = page.getByRole('switch', { name: 'Blind signing' })
      await expect(control).not.toBeChecked()
      await hands.press(control)
      await hands.press(button('Don’t allow'))
      await expect(control).not.toBeChecked()
    })
  })

async function importFile(
  hands: Hands,
  page: Page,
  content: unknown,
): Promise<void> {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    hands.press(page.getByRole('button', { name: 'Import', exact: true })),
  ])
  await chooser.setFiles({
    name: 'export.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(content)),
  })
}
