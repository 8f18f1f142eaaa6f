import { readFile } from 'node:fs/promises'
import {
  batchCalls,
  demoAccounts,
  demoTokenAbi,
  getDemoContractAddress,
  runTransaction,
} from '@covault/devnet'
import { encodeFunctionData, parseUnits } from 'viem'
import { checkPage } from './checkPage.js'
import { expect, test } from './fixtures.js'
import { connect, makeSafe, patiently } from './otherOwners.js'

const { alice, bob, dave, erin } = demoAccounts
const dollar = getDemoContractAddress('dollar')
const dollars = (amount: string) => parseUnits(amount, 6)

/** The salaries of the demo, in a safe of their own. */
test('an executed payroll is one row, two movements, and balances to the cent', async ({
  page,
  product,
  request,
}) => {
  test.slow()
  const client = connect(product)
  const chain = { chainId: 31337, client }
  const safe = await makeSafe(client, request)
  const pay = (to: `0x${string}`, value: bigint) => ({
    to: dollar,
    data: encodeFunctionData({
      abi: demoTokenAbi,
      functionName: 'transfer',
      args: [to, value],
    }),
  })
  const run = (calls: Parameters<typeof batchCalls>[1]) =>
    patiently(() =>
      runTransaction(chain, safe, {
        plan: batchCalls(safe, calls),
        signers: [alice, bob],
        executor: alice,
      }),
    )
  await run([
    {
      to: dollar,
      data: encodeFunctionData({
        abi: demoTokenAbi,
        functionName: 'mint',
        args: [safe.address, dollars('5000')],
      }),
    },
  ])
  const { safeTxHash } = await run([
    pay(dave.address, dollars('1500')),
    pay(erin.address, dollars('1750.5')),
  ])
  await page.addInitScript(
    (contacts) =>
      localStorage.setItem('covault.v1.addressBook', JSON.stringify(contacts)),
    [
      { chainId: 31337, address: dave.address, name: 'Dave' },
      { chainId: 31337, address: erin.address, name: 'Erin' },
    ],
  )
  const history = `/transactions/history?safe=local1:${safe.address}`
  await page.goto(history)
  const row = page.locator(`li[data-transaction*="${safeTxHash}"]`)
  await expect(row).toContainText('Sent to 2 recipients')
  await expect(row).toContainText('− 3,250.50 DUSD')

  await test.step('the row opens to its movements', async () => {
    await row.getByRole('button', { name: /Sent to 2/ }).click()
    const moved = row.getByRole('list', { name: 'Movements' })
    await expect(moved.getByRole('listitem')).toHaveCount(2)
    await expect(moved).toContainText('Dave')
    await expect(moved).toContainText('1,500.00 DUSD')
    await expect(moved).toContainText('Erin')
    await expect(moved).toContainText('1,750.50 DUSD')
  })

  await test.step('a movement takes a label, and the next one of its kind is suggested', async () => {
    const moved = row.getByRole('list', { name: 'Movements' })
    const first = moved.getByRole('listitem').filter({ hasText: 'Dave' })
    const second = moved.getByRole('listitem').filter({ hasText: 'Erin' })
    await first.getByRole('button', { name: 'Add label' }).click()
    await first.getByLabel('Category').fill('Payroll')
    await first.getByLabel('Note').fill('October')
    await first.getByRole('button', { name: 'Save' }).click()
    await expect(first).toContainText('Payroll')
    // Nothing is suggested for somebody new.
    await expect(second.getByRole('button')).toHaveText(['Add label'])
    await page.goto(`${history}&show=all/label:payroll`)
    const labelled = page.locator('li[data-transaction]')
    await expect(labelled).toHaveCount(1)
    await expect(labelled).toContainText('Payroll')
    await expect(labelled).toContainText('Dave')
    await expect(page.getByLabel('Sums')).toContainText('− 1,500.00')
    await page.goto(history)
  })

  await test.step('a movement that the receipt does not have is named', async () => {
    // What it cost is asked for a little later.
    await expect
      .poll(async () => {
        const path = `/v1/chains/31337/safes/${safe.address}/movements/sums`
        return (await (await request.get(path)).json()).fees
      })
      .toMatchObject({ count: 2, unknown: 0 })
    const open = `${history}&id=multisig_${safe.address}_${safeTxHash}`
    const lie = async (change: (results: object[]) => object[]) => {
      await page.route('**/movements?**tx_hash=**', async (route) => {
        const response = await route.fetch()
        const json = await response.json()
        const results = change(json.results)
        await route.fulfill({ response, json: { ...json, results } })
      })
      await page.goto(open)
    }
    const edit = (from: string | RegExp, to: string) => (results: object[]) =>
      JSON.parse(JSON.stringify(results).replace(from, to))
    const another = `multisig_${safe.address}_0x${'99'.repeat(32)}`
    const lies: [change: (results: object[]) => object[], words: string][] = [
      [edit('1500000000', '1500000001'), 'that the chain does not have'],
      [edit('OUTGOING', 'INCOMING'), 'that the chain does not have'],
      [edit(/multisig_[^"]+/, another), 'that the chain does not have'],
      [edit('"EXECUTION"', '"REFUND"'), 'that the chain does not have'],
      [(results) => results.slice(1), 'that the gateway leaves out'],
      [edit(/"gasUsed":"\d+"/, '"gasUsed":"1"'), 'different network fee'],
      [edit('"DUSD"', '"USDX"'), 'chain: DUSD, gateway: USDX'],
    ]
    for (const [change, words] of lies) {
      await lie(change)
      await expect(page.getByText(words)).toBeVisible()
      await page.unroute('**/movements?**tx_hash=**')
    }
    await page.goto(open)
    await expect(page.getByText(/^Network fee .*, paid by/)).toBeVisible()
    await expect(page.getByText('the chain does not have')).toHaveCount(0)
    await page.goto(history)
  })

  await test.step('a filter finds what moved inside, by name', async () => {
    await page.getByRole('button', { name: 'Counterparty' }).click()
    await page.getByLabel('Name or address').fill('eri')
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect(page).toHaveURL(/show=all\/party:eri/)
    await expect(page.getByText('1 movement', { exact: false })).toBeVisible()
    await expect(page.locator('li[data-transaction]')).toHaveCount(1)
    await expect(page.locator('li[data-transaction]')).toContainText('Erin')
    await expect(page.getByLabel('Sums')).toContainText('− 1,750.50')
  })

  await test.step('the sums of what is shown', async () => {
    await page.goto(history)
    await page.getByRole('button', { name: 'Outgoing' }).click()
    await expect(page.getByText('2 movements', { exact: false })).toBeVisible()
    await expect(page.getByLabel('Sums')).toContainText('− 3,250.50')
    await page.getByRole('button', { name: 'Token', exact: true }).click()
    await page.getByLabel('Token').selectOption(dollar)
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.getByRole('button', { name: 'Amount' }).click()
    await page.getByLabel('At least').fill('1600')
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect(page.getByText('1 movement', { exact: false })).toBeVisible()
    await page.getByRole('button', { name: 'Amount: at least 1600' }).click()
    await page.getByRole('button', { name: 'Clear' }).click()
    await expect(page.getByText('2 movements', { exact: false })).toBeVisible()
  })

  await test.step('the file has a row for each, and for the fee', async () => {
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export as CSV' }).click()
    const file = await (await downloading).path()
    const [head, ...lines] = (await readFile(file, 'utf8'))
      .trim()
      .split('\r\n')
      .map((line) => line.split(','))
    const rows = lines.map((cells) =>
      Object.fromEntries(cells.map((cell, at) => [head?.[at] ?? '', cell])),
    )
    const moved = rows.filter(({ kind }) => kind === 'execution')
    expect(
      moved.map(({ counterparty_name: name, amount, asset }) =>
        [name, amount, asset].join(' '),
      ),
    ).toEqual(expect.arrayContaining(['Dave 1500 DUSD', 'Erin 1750.5 DUSD']))
    expect(moved).toHaveLength(2)
    const total = moved.reduce(
      (sum, { amount }) => sum + dollars(amount ?? '0'),
      0n,
    )
    expect(total).toBe(dollars('3250.5'))
    const ids = new Set(rows.map((row) => row.transaction_id))
    expect(ids.size).toBe(1)
    expect(rows.filter(({ kind }) => kind === 'fee')).toHaveLength(1)
    expect(
      moved.map(({ category, own_note: note }) => `${category} ${note}`),
    ).toContain('Payroll October')
    for (const { signers } of moved)
      expect(signers?.split(' ').sort()).toEqual(
        [alice.address, bob.address].sort(),
      )
  })

  await test.step('the statement balances, and names both', async () => {
    await page.goto(`/transactions/statement?safe=local1:${safe.address}`)
    const balances = page.getByRole('table', { name: 'Balances' })
    await expect(balances.getByRole('row', { name: /^DUSD/ })).toHaveText(
      /DUSD0\.005,000\.003,250\.501,749\.500\.00/,
    )
    await expect(page.getByText('equal the closing balances')).toBeVisible()
    const parties = page.getByRole('table', { name: 'By counterparty' })
    await expect(parties.getByRole('row', { name: /Dave/ })).toContainText(
      '1,500.00',
    )
    await expect(parties.getByRole('row', { name: /Erin/ })).toContainText(
      '1,750.50',
    )
    const kinds = page.getByRole('table', { name: 'By kind' })
    await expect(
      kinds.getByRole('row', { name: /Owner transactions/ }),
    ).toContainText('3,250.50')
    await expect(page.getByText(/so far, in \w+/)).toBeVisible()
    await expect(page.getByText(/^Network fees: 0\.\d+ ETH/)).toBeVisible()
    await checkPage(page)
  })

  await test.step('the statement fits a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    const width = await page.evaluate(
      () => document.documentElement.scrollWidth,
    )
    expect(width).toBeLessThanOrEqual(390)
  })

  await test.step('the statement fills a sheet of paper, in dark ink, alone', async () => {
    const paper = { width: 688, height: 1_000 }
    await page.setViewportSize(paper)
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    const balances = page.getByRole('table', { name: 'Balances' })
    const box = await balances.boundingBox()
    expect(box?.width).toBeGreaterThan(paper.width - 20)
    for (const beside of ['navigation', 'banner', 'contentinfo'] as const)
      await expect(page.getByRole(beside)).toHaveCount(0)
    await expect(page.getByText('Skip to content')).toBeHidden()
    await expect(balances.getByRole('cell').first()).toHaveCSS(
      'color',
      'rgb(15, 15, 15)',
    )
    const { innerWidth, scrollWidth } = await page.evaluate(() => ({
      innerWidth: window.innerWidth,
      scrollWidth: document.documentElement.scrollWidth,
    }))
    expect(scrollWidth).toBeLessThanOrEqual(innerWidth)
  })
})
