import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { hashSafeTransaction, type SafeTransaction } from '@covault/protocol'
import { writeCodes } from '@covault/protocol/envelope'
import { chromium, expect, type Page } from '@playwright/test'
import { encode } from 'uqr'
import { attackLines } from '../apps/verifier/src/attackLines.js'
import { treasury, vendor } from '../packages/protocol/src/risk/corpus/cast.js'
import { attacks } from '../packages/protocol/src/risk/corpus/daily.js'
import { type Picture, writeCameraFile } from './cameraFile.js'
import { writeNoise } from './carrying.js'
import { findTreasury } from './findTreasury.js'
import { test } from './fixtures.js'
import { launchOptions } from './launchOptions.js'

const file = join(import.meta.dirname, '../apps/verifier/dist/verify.html')
const zero = '0x0000000000000000000000000000000000000000'

const domain = {
  chainId: 1,
  safe: treasury.address,
  version: '1.4.1',
} as const
const payment: SafeTransaction = {
  to: vendor,
  value: 10n ** 18n,
  data: '0x',
  operation: 0,
  safeTxGas: 0n,
  baseGas: 0n,
  gasPrice: 0n,
  gasToken: zero,
  refundReceiver: zero,
  nonce: 41n,
}

// The page on a disk is none of the product's addresses.
test.use({ expectedFaults: { patterns: [/unlisted host: file:/] } })

/** Opens the page from the disk; whatever else is asked for is listed. */
async function openVerifier(page: Page): Promise<string[]> {
  const requests: string[] = []
  const url = pathToFileURL(file).href
  page.on('request', (request) => {
    if (request.url() !== url) requests.push(request.url())
  })
  await page.goto(url)
  return requests
}

function writeInput(fields: object = {}): string {
  return JSON.stringify(
    {
      format: 'safe-transaction',
      version: 1,
      chainId: '1',
      safe: domain.safe,
      safeVersion: domain.version,
      data: { ...payment, ...fields },
      signatures: [],
    },
    (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value),
  )
}

async function paste(page: Page, text: string): Promise<void> {
  await page.locator('#input').fill(text)
  await page.getByRole('button', { name: 'Check', exact: true }).click()
}

test('recomputes from a disk without a request: pasted, from a file, typed', async ({
  page,
}) => {
  const requests = await openVerifier(page)
  const hash = hashSafeTransaction(domain, payment)
  const result = page.getByRole('region', { name: 'Result' })

  await paste(page, writeInput())
  await expect(result).toContainText(hash)
  await expect(result).toContainText('Transaction at nonce 41')

  await page.locator('#input').fill('')
  await expect(result).toBeEmpty()
  await page.getByLabel('Open a file or picture').setInputFiles({
    name: 'nonce-41.safetx.json',
    mimeType: 'application/json',
    buffer: Buffer.from(writeInput()),
  })
  await expect(result).toContainText(hash)

  await page.locator('#input').fill('')
  await page.getByText('Type the fields instead').click()
  await page.getByLabel('To', { exact: true }).fill(vendor)
  await page.getByLabel('Value (wei)').fill(String(payment.value))
  await page.getByLabel('Nonce', { exact: true }).fill('41')
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  await expect(result).toContainText('Enter it and try again.')
  await page.getByLabel('Address of the safe').fill(domain.safe)
  await page.getByLabel('Chain ID').fill('1')
  await page.getByLabel('Version of the safe').fill(domain.version)
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  await expect(result).toContainText(hash)

  await paste(page, 'https://service.example/api/v1/multisig-transactions/0x1')
  await expect(result).toContainText('this page loads nothing')
  expect(requests).toEqual([])
})

test('the review and another device come to the same words @full', async ({
  page,
  context,
  request,
}) => {
  const safe = await findTreasury(request)
  const path = `/v1/chains/31337/safes/${safe.slice(7)}/transactions/queued`
  let id: string | undefined
  await expect(async () => {
    const queue = await (await request.get(path)).text()
    id = /0x[0-9a-f]{64}/.exec(queue)?.[0]
    expect(id).toBeDefined()
  }).toPass()
  await page.goto(`/transactions/queue?safe=${safe}&flow=confirm&id=${id}`)
  await page.getByText('Check on another device').click()
  const code = page.getByRole('img', { name: /QR code/ })
  // Bars at both ends of the page would stand in the picture.
  await code.evaluate((drawn) => drawn.scrollIntoView({ block: 'center' }))
  const picture = await code.screenshot()
  await page.getByRole('button', { name: 'Show six words' }).click()
  const words = await page
    .getByRole('status')
    .filter({ hasText: /^([a-z]+ ){5}[a-z]+$/ })
    .innerText()
  const hash = await page
    .locator('[data-hash="safeTxHash"] [title]')
    .first()
    .getAttribute('title')

  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download verify.html' }).click()
  expect((await download).suggestedFilename()).toBe('verify.html')

  await page.getByText('What your device will show').click()
  await expect(page.getByText('Ledger, clear signing')).toBeVisible()

  const other = await context.newPage()
  const requests = await openVerifier(other)
  await other.getByLabel('Open a file or picture').setInputFiles({
    name: 'code.png',
    mimeType: 'image/png',
    buffer: picture,
  })
  const result = other.getByRole('region', { name: 'Result' })
  await expect(result).toContainText(words)
  await expect(result).toContainText(String(hash))
  // What was carried had no hash that could be repeated.
  await expect(other.locator('#input')).not.toHaveValue(/[hH]ash/)
  expect(requests).toEqual([])
})

test('names every attack of the corpus @full', async ({ page }) => {
  const requests = await openVerifier(page)
  const result = page.getByRole('region', { name: 'Result' })
  await page.getByText('Addresses you trust').first().click()
  await page
    .getByLabel('Addresses you trust, to find imitations')
    .fill([...treasury.owners, vendor].join('\n'))
  const known = attacks.filter(
    (one) => 'call' in one && !one.facts && !/earlier/.test(one.name),
  )
  expect(known.length).toBeGreaterThan(20)
  for (const one of known) {
    if (!('call' in one)) continue
    await paste(page, writeInput({ ...one.call, ...one.gas }))
    const lines = result.locator('.danger, .warning')
    const line = attackLines[String(one.rule)]
    await expect(
      line ? lines.filter({ hasText: line }) : lines,
      one.name,
    ).not.toHaveCount(0)
    await page.locator('#input').fill('')
  }
  expect(requests).toEqual([])
})

test('reads moving codes with a camera @full', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'covault-camera-'))
  const film = join(folder, 'film.y4m')
  const transaction = { ...payment, data: writeNoise(1_200) }
  const frames = await writeCodes({
    signable: { kind: 'transaction', domain, transaction },
    signatures: [],
  })
  expect(frames.count).toBeGreaterThan(3)
  // A camera that comes late sees mixed frames alone.
  await writeCameraFile(
    film,
    Array.from({ length: frames.count * 3 }, (_, at) =>
      toPicture(frames.frame(frames.count + 1 + at)),
    ),
  )
  const browser = await chromium.launch({
    ...launchOptions,
    args: [
      ...(launchOptions.args ?? []),
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${film}`,
    ],
  })
  try {
    const page = await browser.newPage()
    const requests = await openVerifier(page)
    await page.getByRole('button', { name: 'Scan a QR code' }).click()
    await expect(page.getByRole('region', { name: 'Result' })).toContainText(
      hashSafeTransaction(domain, transaction),
      { timeout: 60_000 },
    )
    await expect(page.locator('video')).toBeHidden()
    expect(requests).toEqual([])
  } finally {
    await browser.close()
    await rm(folder, { recursive: true, force: true })
  }
})

function toPicture(text: string): Picture {
  const { size, data } = encode(text, { ecc: 'L', border: 2 })
  const dark = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`${x} ${y}`] : [])),
  )
  return { size, dark: new Set(dark) }
}
