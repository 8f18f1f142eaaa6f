import { createDevnetClient } from '@covault/devnet'
import type { Locator } from '@playwright/test'
import { type Address, erc20Abi, formatUnits, getAddress } from 'viem'
import { checkPage } from './checkPage.js'
import { findTreasury } from './findTreasury.js'
import { expect, test } from './fixtures.js'
import { createHands, ways } from './hands.js'

const chainId = 31337

/** A row's number as it is written, without separators. */
const readNumber = async (cell: Locator) =>
  (await cell.innerText()).replace(/[,\s]/g, '')

for (const { by, tier } of ways)
  test(`tokens are what the chain says, hidden ones stay hidden${tier}`, async ({
    page,
    product,
    request,
  }) => {
    const hands = createHands(page, by)
    const place = await findTreasury(request)
    const safe = getAddress(place.slice('local1:'.length))
    const url = product.chains[chainId] ?? ''
    const client = createDevnetClient({ chainId, url })
    await page.goto(`/balances?safe=${place}`)
    const rows = page.locator('tbody tr')
    await expect(page.getByText(/^chain, block/).first()).toBeVisible()

    await test.step('every amount equals balanceOf', async () => {
      expect(await rows.count()).toBeGreaterThan(2)
      for (const row of await rows.all()) {
        const written = await readNumber(row.locator('td').first())
        const token = row.getByTitle(/^0x[0-9a-fA-F]{40}$/)
        const text = (await token.count())
          ? await readToken(
              getAddress((await token.getAttribute('title')) ?? ''),
            )
          : formatUnits(await client.getBalance({ address: safe }), 18)
        expect(Number(written)).toBe(Number(text))
        expect(written.replace(/\.?0+$/, '')).toBe(text.replace(/\.0+$/, ''))
      }
    })

    await test.step('the total is the sum of the rows', async () => {
      expect(await readTotal()).toBe(await sumRows())
    })

    await test.step('a hidden token leaves the list and its sum, for good', async () => {
      const before = await rows.count()
      await hands.press(page.getByRole('button', { name: /^Hide D/ }))
      await expect(rows).toHaveCount(before - 1)
      expect(await readTotal()).toBe(await sumRows())
      await page.reload()
      await expect(page.getByText('1 hidden')).toBeVisible()
      await expect(rows).toHaveCount(before - 1)
      await hands.press(
        page.getByRole('button', { name: 'Manage hidden tokens' }),
      )
      await hands.press(page.getByRole('button', { name: /^Show D.* again/ }))
      await expect(page.getByText('1 hidden')).toBeHidden()
      await expect(rows).toHaveCount(before)
    })

    await test.step('another currency, another value', async () => {
      const dollars = await readTotal()
      await hands.choose(page.getByLabel('Currency'), 'EUR')
      await expect(page.getByText('Value, EUR')).toBeVisible()
      await expect.poll(readTotal).not.toBe(dollars)
      await checkPage(page)
    })

    async function readToken(address: Address): Promise<string> {
      const token = { address, abi: erc20Abi } as const
      const [amount, decimals] = await Promise.all([
        client.readContract({
          ...token,
          functionName: 'balanceOf',
          args: [safe],
        }),
        client.readContract({ ...token, functionName: 'decimals' }),
      ])
      return formatUnits(amount, decimals)
    }

    async function readTotal(): Promise<number> {
      const cell = page.locator('tfoot td').first()
      return Math.round(Number(await readNumber(cell)) * 100)
    }

    async function sumRows(): Promise<number> {
      const cells = await rows.locator('td:nth-child(4)').all()
      const values = await Promise.all(cells.map(readNumber))
      return values.reduce(
        (sum, text) => sum + Math.round(Number(text) * 100),
        0,
      )
    }
  })

test('home shows value over time and where to send something; collectibles show what is on chain', async ({
  page,
  request,
}) => {
  const place = await findTreasury(request)
  await page.goto(`/home?safe=${place}`)
  const chart = page.getByRole('slider', { name: /^Value over time/ })
  await expect(chart).toBeVisible()
  await chart.focus()
  await page.keyboard.press('ArrowLeft')
  await expect(chart).toHaveAttribute(
    'aria-valuetext',
    /^\d+ \w+: [\d,]+\.\d\d/,
  )
  await page.getByText('1M', { exact: true }).click()
  await expect(page.getByText(/in 30 days/)).toBeVisible()
  await expect(
    page.getByRole('region', { name: 'Holdings' }).getByText('Ether'),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Receive' }).click()
  const receive = page.getByRole('dialog', { name: 'Receive' })
  await expect(receive.getByRole('img', { name: place })).toBeVisible()
  await expect(receive.getByText(place.slice('local1:'.length))).toBeVisible()
  await page.keyboard.press('Escape')
  await checkPage(page)

  await page.goto(`/balances/nfts?safe=${place}`)
  await page.getByRole('button', { name: 'Rings', exact: true }).click()
  const ring = page.getByRole('button', { name: /Rings #3/ })
  await expect(ring.locator('img')).toHaveJSProperty('complete', true)
  await ring.click()
  const details = page.getByRole('dialog', { name: 'Rings #3' })
  await expect(details.getByText('Contract', { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(ring).toBeFocused()
  await checkPage(page)
})
