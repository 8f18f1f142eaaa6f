import { readFile } from 'node:fs/promises'
import { demoAccounts, getDemoContractAddress } from '@covault/devnet'
import type { Route } from '@playwright/test'
import type { Address } from 'viem'
import { checkPage } from './checkPage.js'
import { findTreasury } from './findTreasury.js'
import { expect, test } from './fixtures.js'
import { checkLooks, lookGroups } from './looks.js'
import { connect } from './otherOwners.js'
import { readPast } from './readPast.js'
import { rowOf } from './rows.js'

test('the past is told as the chain has it, in every kind', async ({
  page,
  request,
  product,
}) => {
  test.slow()
  const client = connect(product)
  const link = await findTreasury(request)
  const safe = link.slice('local1:'.length) as Address
  const past = await readPast(client, safe)
  // The gateway asks collections for their names a little later.
  await expect
    .poll(async () =>
      (
        await request.get(`/v1/chains/31337/safes/${safe}/transactions/history`)
      ).text(),
    )
    .toContain('"RING"')
  // Tall enough that the whole past is in view.
  await page.setViewportSize({ width: 1440, height: 4000 })
  await page.goto(`/transactions/history?safe=${link}`)
  await expect(page.getByText('Safe created by')).toBeVisible()
  expect(Object.keys(past).sort()).toEqual([
    'batch',
    'collectible',
    'failed',
    'incoming native',
    'incoming token',
    'item',
    'module',
    'outgoing native',
    'outgoing token',
    'rejection',
    'settings',
  ])
  const entries = Object.values(past).flat()
  for (const { part, texts } of entries) {
    const row = rowOf(page, part)
    await expect(row).toHaveCount(1)
    for (const text of texts) await expect(row).toContainText(text)
  }
  // Nothing else is listed but the creation.
  await expect(page.locator('li[data-transaction]')).toHaveCount(
    entries.length + 1,
  )
  await expect(page.getByText(`${entries.length + 1} entries`)).toBeVisible()

  await test.step('a batch is opened down to its last call', async () => {
    const [batch] = past.batch ?? []
    const row = rowOf(page, batch?.part ?? '')
    await row
      .getByRole('button', { name: 'Sent 3,000 DUSD and 0.2 ETH' })
      .click()
    await expect(
      row.getByText('computed in this browser').first(),
    ).toBeVisible()
    await expect(row.getByText(/ of 2, checked in this browser/)).toBeVisible()
    await expect(row.getByText('verified')).toHaveCount(2)
    const size = /All \d+ bytes decoded in this browser/
    await expect(row.getByText(size)).toBeVisible()
    for (const number of ['1', '1.1', '1.2', '1.3'])
      await expect(row.getByText(number, { exact: true })).toBeVisible()
    await checkPage(page)
  })

  await test.step('what is suspicious appears when asked for', async () => {
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    await expect(page).toHaveURL(/show=all\/suspicious/)
    await expect(page.getByText(/unverified token/).first()).toBeVisible()
    await page.getByRole('button', { name: 'Hide', exact: true }).click()
  })

  await test.step('filters are in the address and count', async () => {
    await page.getByRole('button', { name: 'Outgoing' }).click()
    await page.getByRole('button', { name: 'Nonce', exact: true }).click()
    await page.getByLabel('Nonce').fill('5')
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect(page).toHaveURL(/show=outgoing\/nonce:5/)
    await expect(page.getByText(/^1 movement\b/)).toBeVisible()
    await page.getByRole('button', { name: 'Nonce: 5' }).click()
    await page.getByRole('button', { name: 'Clear' }).click()
    await page.getByRole('button', { name: 'Incoming' }).click()
    await page.getByRole('button', { name: 'Module address' }).click()
    await page.getByLabel('Module address').fill('0x12')
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect(page.getByText('A whole address')).toBeVisible()
    const dollar = getDemoContractAddress('dollar')
    await page.getByRole('button', { name: 'Token', exact: true }).click()
    await page.getByLabel('Token').selectOption(dollar)
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect(page).toHaveURL(new RegExp(`token:${dollar}`))
    await expect(page.locator('li[data-transaction]')).toHaveCount(2)
    await page.reload()
    await expect(page.getByText('2 movements')).toBeVisible()
  })

  await test.step('the filtered list is written down', async () => {
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export as CSV' }).click()
    const file = await (await downloading).path()
    const lines = (await readFile(file, 'utf8')).trim().split('\r\n')
    expect(lines[0]).toMatch(/^time,block,transaction_id,transaction_hash,kind/)
    expect(lines).toHaveLength(3)
    expect(lines[1]).toContain(',12500.75,DUSD,')
    expect(lines[2]).toContain(',50000,DUSD,')
    await expect(page.getByText('2 rows written.')).toBeVisible()
  })

  await test.step('coming back finds the place', async () => {
    await page.setViewportSize({ width: 1440, height: 700 })
    await page.goto(`/transactions/history?safe=${link}`)
    await expect(page.locator('li[data-transaction]').first()).toBeVisible()
    await page.mouse.move(800, 400)
    await page.mouse.wheel(0, 900)
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(900)
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'Messages' })
      .click()
    await expect(page.getByRole('heading', { name: 'Messages' })).toBeVisible()
    await page.goBack()
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(900)
    await checkLooks(page, lookGroups[0]?.looks ?? [])
    // Only what is in view exists.
    expect(await page.locator('li[data-transaction]').count()).toBeLessThan(
      entries.length + 1,
    )
  })
})

test('a past of thousands is walked down and up again without a gap @full', async ({
  page,
  request,
  product,
}) => {
  test.slow()
  const link = await findTreasury(request)
  const total = 1_000
  const asked: number[] = []
  const readOffset = (url: URL) => {
    const cursor = new URLSearchParams(url.searchParams.get('cursor') ?? '')
    return Number(cursor.get('offset') ?? 0)
  }
  const answer = (route: Route, toResult: (number: number) => unknown) => {
    const next = new URL(route.request().url())
    const offset = readOffset(next)
    next.searchParams.set('cursor', `limit=50&offset=${offset + 50}`)
    return route.fulfill({
      json: {
        count: total,
        next: offset + 50 < total ? String(next) : null,
        previous: null,
        results: Array.from({ length: 50 }, (_, at) => toResult(offset + at)),
      },
    })
  }
  await page.route('**/v1/chains/**/transactions/history?**', (route) => {
    asked.push(readOffset(new URL(route.request().url())))
    return answer(route, toEntry)
  })
  await page.route('**/v1/chains/**/movements?**', (route) => {
    // Left without an answer: the one who asked has to give up.
    if (readOffset(new URL(route.request().url())) >= 100) return
    return answer(route, toMovement)
  })
  await page.goto(`${product.url}/transactions/history?safe=${link}`)
  const rows = page.locator('li[data-transaction]')
  await expect(rows.first()).toBeVisible()
  const walk = (step: number) =>
    page.evaluate((by) => window.scrollBy(0, by), step)
  const seen = new Set<number>()
  const look = async () => {
    const numbers = await rows.evaluateAll((elements) =>
      elements.map((element) =>
        Number(element.getAttribute('data-transaction')?.split('_')[1]),
      ),
    )
    for (const [at, number] of numbers.entries()) {
      seen.add(number)
      // One after the other, whatever was let go and came back.
      if (at > 0) expect(number).toBe((numbers[at - 1] ?? 0) + 1)
    }
    expect(numbers.length).toBeLessThan(60)
    return numbers
  }
  const often = { intervals: [50], timeout: 60_000 }
  await expect
    .poll(async () => {
      await walk(1_500)
      return (await look()).at(-1)
    }, often)
    .toBe(total - 1)
  expect(seen.size).toBeGreaterThan(total * 0.6)
  await expect
    .poll(async () => {
      await walk(-1_500)
      return (await look())[0]
    }, often)
    .toBe(0)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
  // The first page was let go and asked for again.
  expect(asked.filter((offset) => offset === 0).length).toBeGreaterThan(1)

  await test.step('an export says how far it is, and can be stopped', async () => {
    const files: string[] = []
    page.on('download', (file) => files.push(file.suggestedFilename()))
    const start = page.getByRole('button', { name: 'Export as CSV' })
    await start.click()
    const stop = page.getByRole('button', { name: 'Cancel' })
    await expect(page.getByText(/^100 of [\d,]+ rows$/)).toBeVisible()
    await stop.click()
    await expect(start).toBeVisible()
    expect(files).toEqual([])
  })
})

function toMovement(number: number) {
  const { transaction } = toEntry(number)
  const { txInfo, id, timestamp } = transaction
  const { sender, recipient, direction, transferInfo } = txInfo
  return {
    ...{ id, timestamp, sender, recipient, direction, transferInfo },
    txHash: `0x${number.toString(16).padStart(64, '0')}`,
    blockNumber: number,
    cause: 'INCOMING',
    transactionId: null,
    nonce: null,
    note: null,
    module: null,
    callPath: null,
    fee: null,
    price: null,
    feePrice: null,
    signers: [],
  }
}

/** One incoming payment an hour, the newest first. */
function toEntry(number: number) {
  const address = demoAccounts.customer.address
  return {
    type: 'TRANSACTION',
    conflictType: 'None',
    transaction: {
      id: `transfer_${number}`,
      txHash: null,
      timestamp: Date.UTC(2026, 10, 14) - number * 60 * 60 * 1000,
      txStatus: 'SUCCESS',
      txInfo: {
        type: 'Transfer',
        humanDescription: null,
        sender: { value: address, name: null, logoUri: null },
        recipient: { value: address, name: null, logoUri: null },
        direction: 'INCOMING',
        transferInfo: { type: 'NATIVE_COIN', value: String(number) },
      },
      executionInfo: null,
      safeAppInfo: null,
      note: null,
    },
  }
}
