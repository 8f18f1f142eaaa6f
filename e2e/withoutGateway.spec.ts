import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { demoAccounts } from '@covault/devnet'
import { buildSafeTransaction, hashSafeTransaction } from '@covault/protocol'
import {
  writeEnvelope,
  writeEnvelopes,
  writeLink,
} from '@covault/protocol/envelope'
import { chromium, expect, type Page } from '@playwright/test'
import { type Address, type Hex, parseEther } from 'viem'
import {
  type Picture,
  readMoving,
  readPicture,
  writeCameraFile,
} from './cameraFile.js'
import {
  openFile,
  readLink,
  saveFile,
  share,
  waitForParts,
  writeNoise,
} from './carrying.js'
import { test } from './fixtures.js'
import { type GatewayDoor, openGatewayDoor } from './gatewayDoor.js'
import { launchOptions } from './launchOptions.js'
import { connect, makeSafe } from './otherOwners.js'
import { startOwnGateway } from './ownGateway.js'
import { pressAcknowledged } from './ownSafe.js'
import { listRecords, readProfile } from './profile.js'
import { rowOf } from './rows.js'
import { safeAbi } from './safeAbi.js'
import { connectTestWallet, fund, reviewPayment, seat } from './seat.js'
import { payUndisturbed, readLists, waitUntilListed } from './undisturbed.js'

const { alice, bob, supplier } = demoAccounts

type Carrier = 'link' | 'file' | 'QR'
type Moment = 'propose' | 'sign' | 'execute'

/** A person with a browser of their own, and a camera. */
type Person = {
  page: Page
  /** What the camera films from now on. */
  film: (pictures: readonly Picture[]) => Promise<void>
  leave: () => Promise<void>
}

const cells = (['propose', 'sign', 'execute'] as const).flatMap((moment) =>
  (['link', 'file', 'QR'] as const).map((carrier) => ({ moment, carrier })),
)

for (const { moment, carrier } of cells) {
  const isQuick = moment === 'propose' && carrier === 'link'
  test(`two owners finish by ${carrier} what a gateway killed at ${moment} left${
    isQuick ? '' : ' @full'
  }`, async ({ product, request }) => {
    test.slow()
    const client = connect(product)
    const safe = await makeSafe(client, request)
    await fund(product, safe.address, '1')
    // A process that is killed is the truth, and takes its time to start.
    const gateway = await (isQuick
      ? openGatewayDoor(product.url)
      : startOwnGateway())
    const { url } = gateway
    const place = { url, chains: product.chains }
    await waitUntilListed({ request, url }, safe.address)
    const people = await Promise.all([
      sitDown(place, alice, safe.address),
      sitDown(place, bob, safe.address),
    ])
    const [first, second] = people
    try {
      const hash = await runUntil(moment, { gateway, first, second })
      const link = await finish(moment, carrier, { first, second })
      const nonce = await client.readContract({
        address: safe.address,
        abi: safeAbi,
        functionName: 'nonce',
      })
      expect(nonce).toBe(1n)
      await gateway.revive()
      await expect(
        first.page.getByRole('heading', { name: 'Executed' }),
      ).toBeVisible({ timeout: 60_000 })
      for (const { page } of people) await expectNothingLeft(page)
      const other = await payUndisturbed(client, { request, url }, (address) =>
        fund(product, address, '1'),
      )
      await expectSame(
        { request, url },
        [{ safe: safe.address, hash }, other],
        { isProposed: moment !== 'propose' },
      )
      if (link) await openLink(second.page, link)
      expectNothingCarried(gateway.heard(), link)
    } catch (error) {
      await Promise.all(people.map(({ page }, at) => photograph(page, at)))
      throw error
    } finally {
      await Promise.all(people.map(({ leave }) => leave()))
      await gateway.close()
    }
  })
}

test('what two owners sign while the gateway is gone is proposed when it is back', async ({
  product,
  request,
}) => {
  test.slow()
  const safe = await makeSafe(connect(product), request)
  await fund(product, safe.address, '1')
  const gateway = await openGatewayDoor(product.url)
  const { url } = gateway
  await waitUntilListed({ request, url }, safe.address)
  const place = { url, chains: product.chains }
  const people = await Promise.all([
    sitDown(place, alice, safe.address),
    sitDown(place, bob, safe.address),
  ])
  const [first, second] = people
  try {
    const hash = await runUntil('propose', { gateway, first, second })
    await carry('link', first, second)
    await second.page.getByRole('button', { name: 'Add and review' }).click()
    await signOnly(second.page)
    await expect(
      second.page.getByRole('heading', { name: 'Signed, not submitted' }),
    ).toBeVisible()
    await openPage(second.page, 'Queue')
    const row = second.page.locator(`[data-transaction$="${hash}"]`)
    await expect(row.getByText('only in this browser')).toBeVisible()
    // Nobody else hands it over: what the second owner has is enough.
    await first.leave()
    await gateway.revive()
    await expect
      .poll(() => readSigners({ request, url }, hash), { timeout: 60_000 })
      .toEqual([alice.address, bob.address].sort())
    await expect(second.page.getByText(/only in this browser/)).toHaveCount(0)
    await expect(second.page.getByText(/been submitted yet/)).toHaveCount(0)
    await expect(row.getByText('2 of 2')).toBeVisible()
  } catch (error) {
    await photograph(second.page, 1)
    throw error
  } finally {
    await Promise.all(people.map(({ leave }) => leave()))
    await gateway.close()
  }
})

/** Whose signatures this very gateway has. */
async function readSigners(
  { request, url }: Parameters<typeof readLists>[0],
  hash: Hex,
): Promise<Address[]> {
  const reply = await request.get(`${url}/v1/chains/31337/transactions/${hash}`)
  if (!reply.ok()) return []
  const { detailedExecutionInfo: execution } = await reply.json()
  return execution.confirmations
    .map(({ signer }: { signer: { value: Address } }) => signer.value)
    .sort()
}

test('two owners finish by moving codes a transaction that no single code holds @full', async ({
  product,
  request,
}) => {
  test.slow()
  const client = connect(product)
  const safe = await makeSafe(client, request)
  await fund(product, safe.address, '1')
  const gateway = await openGatewayDoor(product.url)
  const { url } = gateway
  await waitUntilListed({ request, url }, safe.address)
  const place = { url, chains: product.chains }
  const people = await Promise.all([
    sitDown(place, alice, safe.address),
    sitDown(place, bob, safe.address),
  ])
  const [first, second] = people
  try {
    await gateway.kill()
    const data = writeNoise(2_400)
    const parcel = writePayment(safe.address, { ether: '0.1', data })
    const large = Buffer.from(writeEnvelope(parcel))
    await openBringIn(first.page)
    await openFile(first.page, large)
    await first.page.getByRole('button', { name: 'Add and review' }).click()
    await pressAcknowledged(first.page, 'Sign')
    await finish('propose', 'QR', { first, second })
    const nonce = await client.readContract({
      address: safe.address,
      abi: safeAbi,
      functionName: 'nonce',
    })
    expect(nonce).toBe(1n)
    await gateway.revive()
    expectNothingCarried(gateway.heard(), undefined)
  } catch (error) {
    await Promise.all(people.map(({ page }, at) => photograph(page, at)))
    throw error
  } finally {
    await Promise.all(people.map(({ leave }) => leave()))
    await gateway.close()
  }
})

test.describe('what somebody sent', () => {
  // The gateway has not heard of it.
  test.use({ expectedFaults: { patterns: [/status of 404/] } })

  test('S29: a link keeps nothing before a click, and another at its nonce replaces nothing', async ({
    page,
    product,
    request,
  }) => {
    const { address } = await makeSafe(connect(product), request)
    const queue = `/transactions/queue?safe=local1:${address}`
    const listKept = async () =>
      listRecords(await readProfile(page), 'localTransaction').map(({ key }) =>
        key.slice(-66),
      )
    const one = writePayment(address, { ether: '0.1' })
    const other = writePayment(address, { ether: '0.2' })
    const place = { origin: product.url, shortName: 'local1' }
    const add = page.getByRole('button', { name: 'Add only' })
    await openLink(page, await writeLink(one, place))
    await expect(add).toBeEnabled()
    expect(await listKept()).toEqual([])
    await page.goto(queue)
    await expect(page.getByText('The queue is empty.')).toBeVisible()
    await openLink(page, await writeLink(one, place))
    await add.click()
    await expect(add).toBeHidden()
    expect(await listKept()).toEqual([hashOf(one)])
    await openLink(page, await writeLink(other, place))
    await expect(
      page.getByText('Conflicting transactions at nonce 0.'),
    ).toBeVisible()
    expect(await listKept()).toEqual([hashOf(one)])
    await add.click()
    await expect(add).toBeHidden()
    expect((await listKept()).toSorted()).toEqual(
      [hashOf(one), hashOf(other)].toSorted(),
    )
    await page.goto(queue)
    for (const parcel of [one, other])
      await expect(rowOf(page, hashOf(parcel))).toBeVisible()
    await expect(page.getByRole('link', { name: 'Save all' })).toBeVisible()
    // What was brought in and nobody signed can be put away again.
    await page.goto(`/transactions/tx?safe=local1:${address}&id=${hashOf(one)}`)
    await page.getByRole('button', { name: 'Discard' }).click()
    const question = page.getByRole('dialog', {
      name: 'Discard this transaction?',
    })
    await expect(question.getByText(/No signatures are lost/)).toBeVisible()
    await question.getByRole('button', { name: 'Cancel' }).click()
    expect(await listKept()).toHaveLength(2)
    await page.getByRole('button', { name: 'Discard' }).click()
    await question.getByRole('button', { name: 'Discard' }).click()
    await expect(rowOf(page, hashOf(one))).toHaveCount(0)
    await expect(rowOf(page, hashOf(other))).toBeVisible()
    expect(await listKept()).toEqual([hashOf(other)])
  })

  test('all transactions of one file are added before any is opened', async ({
    page,
    product,
    request,
  }) => {
    const { address } = await makeSafe(connect(product), request)
    const parcels = [
      writePayment(address, { ether: '0.1' }),
      writePayment(address, { ether: '0.2' }),
    ]
    await page.goto(`/transactions/bring-in?safe=local1:${address}`)
    await openFile(page, Buffer.from(writeEnvelopes(parcels)))
    const cards = page.getByRole('article', { name: 'Imported transaction' })
    await expect(cards).toHaveCount(2)
    for (const card of await cards.all()) {
      await card.getByRole('button', { name: 'Add', exact: true }).click()
      await expect(card.getByText(/^Added\./)).toBeVisible()
    }
    await cards.nth(1).getByRole('button', { name: 'Open' }).click()
    await expect(
      page.getByRole('link', { name: 'Share', exact: true }),
    ).toBeVisible()
    await page.goBack()
    await expect(
      page.getByText('This browser already has this transaction.'),
    ).toHaveCount(2)
  })
})

/** What nobody has signed. */
function writePayment(
  safe: Address,
  { ether, data = '0x' }: { ether: string; data?: Hex },
) {
  const domain = { chainId: 31337, safe, version: '1.4.1' } as const
  const value = parseEther(ether)
  const call = { to: supplier.address, value, data, operation: 0 } as const
  const transaction = buildSafeTransaction({ domain, calls: [call], nonce: 0n })
  const signable = { kind: 'transaction', domain, transaction } as const
  return { signable, signatures: [] }
}

function hashOf({ signable }: ReturnType<typeof writePayment>): Hex {
  return hashSafeTransaction(signable.domain, signable.transaction)
}

async function sitDown(
  place: Parameters<typeof seat>[1],
  account: Parameters<typeof seat>[2],
  safe: Address,
): Promise<Person> {
  const folder = await mkdtemp(join(tmpdir(), 'covault-camera-'))
  const file = join(folder, 'camera.y4m')
  await writeCameraFile(file, [])
  const browser = await chromium.launch({
    ...launchOptions,
    args: [
      ...(launchOptions.args ?? []),
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${file}`,
    ],
  })
  const { page, wallet } = await seat(browser, place, account)
  // The camera is for this document alone; all other pages are reached in it.
  await page.goto(`/transactions/scan?safe=local1:${safe}`)
  await connectTestWallet(page, wallet)
  await openPage(page, 'Queue')
  await waitForParts(page)
  return {
    page,
    film: (pictures) => writeCameraFile(file, pictures),
    leave: async () => {
      await browser.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Browsers of their own are not in the report by themselves. */
async function photograph(page: Page, at: number): Promise<void> {
  const path = test.info().outputPath(`person-${at}.png`)
  await page.screenshot({ path, timeout: 5000 }).catch(() => undefined)
}

/** Within the document that is open: nothing is loaded. */
async function openPage(page: Page, name: 'Queue' | 'Home'): Promise<void> {
  await page
    .getByRole('link', { name: name === 'Queue' ? /^Queue/ : name })
    .first()
    .click()
}

type Two = { first: Person; second: Person }

async function runUntil(
  moment: Moment,
  { gateway, first, second }: Two & { gateway: GatewayDoor },
): Promise<Hex> {
  const { page } = first
  const hash = await reviewPayment(page, {
    to: supplier.address,
    amount: '0.1',
  })
  if (moment === 'propose') await gateway.kill()
  await pressAcknowledged(page, 'Sign')
  if (moment === 'propose') return hash
  await expect(
    page.getByRole('heading', { name: 'Signed', exact: true }),
  ).toBeVisible()
  const waiting = second.page.locator(`[data-transaction$="${hash}"]`)
  await expect(waiting.getByText('1 of 2')).toBeVisible()
  await waiting
    .getByRole('link', { name: /^(Sign|Execute|Sign and execute)$/ })
    .click()
  // Who has not opened it has nothing to sign, and brings it in instead.
  await expect(
    second.page.getByRole('radio', { name: 'Sign only' }),
  ).toBeVisible()
  if (moment === 'sign') await gateway.kill()
  await signOnly(second.page)
  if (moment === 'sign') return hash
  await expect(
    second.page.getByRole('heading', { name: 'Signed', exact: true }),
  ).toBeVisible()
  await gateway.kill()
  return hash
}

/** The second signature would be enough to execute with. */
async function signOnly(page: Page): Promise<void> {
  await page.getByText('Sign only').click()
  await pressAcknowledged(page, 'Sign')
}

/** Whatever is missing then is handed from one to the other. */
async function finish(
  moment: Moment,
  carrier: Carrier,
  { first, second }: Two,
): Promise<string | undefined> {
  if (moment === 'propose') {
    await carry(carrier, first, second)
    await second.page.getByRole('button', { name: 'Add and review' }).click()
    await signOnly(second.page)
  }
  const link = await carry(carrier, second, first)
  await first.page
    .getByRole('button', { name: /^(Add and review|Review)$/ })
    .click()
  await execute(first.page)
  return link
}

/** The chain has it; that the gateway has not is said. */
async function execute(page: Page): Promise<void> {
  const fee = page.getByText('Network fee at most')
  const choice = page.getByRole('radio', { name: /^Execute/ })
  await expect(fee.or(choice).first()).toBeVisible()
  if (await choice.isVisible()) await choice.check({ force: true })
  await expect(fee).toBeVisible()
  await pressAcknowledged(page, 'Execute')
  await expect(
    page.getByRole('heading', { name: 'Mined, waiting for the gateway' }),
  ).toBeVisible({ timeout: 30_000 })
}

/** From the end of the review of one to the review of the other; with the link. */
async function carry(
  carrier: Carrier,
  from: Person,
  to: Person,
): Promise<string | undefined> {
  await share(from.page)
  const link = carrier === 'link' ? await readLink(from.page) : undefined
  if (carrier === 'QR') {
    await from.page.getByRole('button', { name: 'Show QR code' }).click()
    await to.film(await filmCode(from.page))
    await openBringIn(to.page)
    await to.page.getByRole('link', { name: 'Scan' }).click()
  } else if (carrier === 'file') {
    const file = await saveFile(from.page)
    await openBringIn(to.page)
    await openFile(to.page, file)
  } else {
    await openBringIn(to.page)
    await to.page.getByLabel(/^Link, JSON or typed data/).fill(link ?? '')
    await to.page.getByRole('button', { name: 'Review', exact: true }).click()
  }
  await expect(
    to.page.getByRole('article', { name: 'Imported transaction' }),
  ).toBeVisible({ timeout: 60_000 })
  return link
}

/** What a camera sees of it; of a code that moves it misses three frames of ten. */
async function filmCode(page: Page): Promise<readonly Picture[]> {
  const moving = page.getByText(/^\d+ frames, shown one after the other/)
  await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible()
  if (!(await moving.isVisible())) return [await readPicture(page)]
  const count = Number.parseInt(await moving.innerText(), 10)
  const frames = await readMoving(page, count * 4)
  return frames.filter((_, at) => at % 10 >= 3)
}

/** As a browser opens what somebody sent: the server is asked for the page. */
async function openLink(page: Page, link: string): Promise<void> {
  await page.goto(link)
  await expect(
    page.getByRole('article', { name: 'Imported transaction' }),
  ).toBeVisible()
}

/** In no address, header or body that the gateway was ever sent. */
function expectNothingCarried(heard: string, link: string | undefined): void {
  expect(heard).toContain('GET /transactions/scan')
  expect(heard).not.toContain('tx=')
  if (!link) return
  const [, payload = ''] = link.split('#tx=v1.')
  expect(payload.length).toBeGreaterThan(100)
  expect(heard).toContain('GET /transactions/tx?safe=')
  expect(heard).not.toContain(payload.slice(0, 60))
  expect(heard).not.toContain(payload.slice(-60))
}

async function openBringIn(page: Page): Promise<void> {
  await openPage(page, 'Queue')
  await page.getByRole('link', { name: 'Import', exact: true }).click()
}

/** The gateway is back: nothing is only in this browser any more. */
async function expectNothingLeft(page: Page): Promise<void> {
  await openPage(page, 'Queue')
  await expect(page.getByText('The queue is empty.')).toBeVisible({
    timeout: 60_000,
  })
  await expect(page.getByText(/only in this browser/)).toHaveCount(0)
  await expect(page.getByText(/been submitted yet/)).toHaveCount(0)
  await expect
    .poll(
      async () => listRecords(await readProfile(page), 'localTransaction'),
      { timeout: 60_000 },
    )
    .toEqual([])
  await expect(
    page.getByRole('heading', { name: 'Transactions with a used nonce' }),
  ).toHaveCount(0)
}

/** As after a run that nothing disturbed. */
async function expectSame(
  place: Parameters<typeof readLists>[0],
  [disturbed, other]: [Executed, Executed],
  options: Parameters<typeof readLists>[2],
): Promise<void> {
  await expect(async () => {
    const lists = await readLists(place, disturbed, options)
    expect(JSON.stringify(lists)).toContain('"txStatus":"SUCCESS"')
    expect(lists).toEqual(await readLists(place, other, options))
  }).toPass({ timeout: 30_000 })
}

type Executed = Parameters<typeof readLists>[1]
