import { readFile } from 'node:fs/promises'
import {
  batchCalls,
  createDevnetClient,
  type DevnetClient,
  demoAccounts,
  deploySafe,
  executeTransaction,
  getDemoContractAddress,
  proposeTransaction,
  sendTransaction,
  signWithKey,
} from '@covault/devnet'
import { getSafeMessageTypedData, hashSafeMessage } from '@covault/protocol'
import type { APIRequestContext, Locator, Page } from '@playwright/test'
import {
  type Address,
  decodeFunctionData,
  erc20Abi,
  erc721Abi,
  formatEther,
  formatUnits,
  type Hex,
  hashMessage,
  parseAbi,
  parseAbiItem,
  parseEther,
} from 'viem'
import { checkPage } from './checkPage.js'
import { findTreasury } from './findTreasury.js'
import { expect as baseExpect, test } from './fixtures.js'
import { checkLooks, lookGroups } from './looks.js'

/** A page that decodes and asks the chain may take its time when others do. */
const expect = baseExpect.configure({ timeout: 30_000 })

const safeAbi = parseAbi([
  'function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures) payable returns (bool)',
  'function addOwnerWithThreshold(address owner, uint256 threshold)',
  'function removeOwner(address prevOwner, address owner, uint256 threshold)',
  'function multiSend(bytes transactions)',
  'function getTransactionHash(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, uint256 nonce) view returns (bytes32)',
  'function domainSeparator() view returns (bytes32)',
  'function getMessageHash(bytes message) view returns (bytes32)',
  'event ExecutionSuccess(bytes32 indexed txHash, uint256 payment)',
  'event ExecutionFailure(bytes32 indexed txHash, uint256 payment)',
  'event ExecutionFromModuleSuccess(address indexed module)',
  'event SafeReceived(address indexed sender, uint256 value)',
])
const transferSingle = parseAbiItem(
  'event TransferSingle(address indexed operator, address indexed from, address indexed to, uint256 id, uint256 value)',
)

function connect(product: { chains: Record<number, string> }): DevnetClient {
  return createDevnetClient({
    chainId: 31337,
    url: product.chains[31337] ?? '',
  })
}

/** The row of a transaction, by a part of its id. */
function rowOf(page: Page, part: string): Locator {
  return page.locator(`li[data-transaction*="${part}"]`)
}

function short(address: Address): string {
  return `${address.slice(0, 6)}…${address.slice(-4)}`
}

/** "1,200" as the screen groups digits; the fraction has two digits at least. */
function grouped(amount: string): string {
  const [integer = '', fraction = ''] = amount.split('.')
  const digits = integer.replace(/\B(?=(\d{3})+$)/g, ',')
  return `${digits}.${fraction.padEnd(2, '0')}`
}

type Entry = { part: string; texts: string[] }

/** What the chain itself says has happened to a safe, kind by kind. */
async function readPast(
  client: DevnetClient,
  safe: Address,
): Promise<Record<string, Entry[]>> {
  const all = { fromBlock: 0n, toBlock: 'latest' } as const
  const logs = await client.getContractEvents({
    abi: safeAbi,
    address: safe,
    ...all,
  })
  const past: Record<string, Entry[]> = {}
  const add = (kind: string, entry: Entry) => {
    past[kind] = [...(past[kind] ?? []), entry]
  }
  for (const log of logs) {
    if (
      log.eventName === 'ExecutionSuccess' ||
      log.eventName === 'ExecutionFailure'
    ) {
      const { input } = await client.getTransaction({
        hash: log.transactionHash,
      })
      const part = `_${log.args.txHash}`
      const { kind, texts } = describeExecution(safe, input)
      if (log.eventName === 'ExecutionFailure')
        add('failed', { part, texts: ['Failed'] })
      else add(kind, { part, texts: [...texts, 'Success'] })
    }
    if (log.eventName === 'ExecutionFromModuleSuccess')
      add('module', {
        part: `module_${safe}_i${log.transactionHash.slice(2)}`,
        texts: [`by module ${log.args.module}`, 'Success'],
      })
    // An empty call of itself is told as received, and is nothing.
    if (log.eventName === 'SafeReceived' && log.args.value)
      add('incoming native', {
        part: `_i${log.transactionHash.slice(2)}`,
        texts: [
          `Received from ${short(log.args.sender ?? safe)}`,
          `+ ${grouped(formatEther(log.args.value))} ETH`,
        ],
      })
  }
  for (const [name, decimals, symbol] of [
    ['dollar', 6, 'DUSD'],
    ['garden', 18, 'GRDN'],
  ] as const) {
    const transfers = await client.getContractEvents({
      abi: erc20Abi,
      address: getDemoContractAddress(name),
      eventName: 'Transfer',
      args: { to: safe },
      ...all,
    })
    for (const { args, transactionHash, logIndex } of transfers)
      add('incoming token', {
        part: `_e${transactionHash.slice(2)}${logIndex}`,
        texts: [
          `Received from ${short(args.from ?? safe)}`,
          `+ ${grouped(formatUnits(args.value ?? 0n, decimals))} ${symbol}`,
        ],
      })
  }
  const rings = await client.getContractEvents({
    abi: erc721Abi,
    address: getDemoContractAddress('rings'),
    eventName: 'Transfer',
    args: { to: safe },
    ...all,
  })
  for (const { args, transactionHash, logIndex } of rings)
    add('collectible', {
      part: `_e${transactionHash.slice(2)}${logIndex}`,
      texts: ['Newly minted', `RING #${args.tokenId}`],
    })
  const items = await client.getLogs({
    address: getDemoContractAddress('items'),
    event: transferSingle,
    args: { to: safe },
    ...all,
  })
  for (const { args, transactionHash } of items)
    add('item', {
      part: `_e${transactionHash.slice(2)}`,
      texts: ['Newly minted', `#${args.id}`],
    })
  return past
}

/** What the calldata of an execution says, read with the contract's ABI. */
function describeExecution(
  safe: Address,
  input: Hex,
): { kind: string; texts: string[] } {
  const execution = decodeFunctionData({ abi: safeAbi, data: input })
  if (execution.functionName !== 'execTransaction')
    throw new Error(`${execution.functionName} executes nothing.`)
  const [to, value, data, operation] = execution.args
  if (operation === 1) return { kind: 'batch', texts: ['Ran', 'calls'] }
  if (to === safe && data === '0x')
    return { kind: 'rejection', texts: ['Rejected nonce', 'nothing moved'] }
  if (to === safe) {
    const call = decodeFunctionData({ abi: safeAbi, data })
    if (call.functionName === 'addOwnerWithThreshold')
      return {
        kind: 'settings',
        texts: [`Add owner ${short(call.args[0])}`],
      }
    if (call.functionName === 'removeOwner')
      return {
        kind: 'settings',
        texts: [`Remove owner ${short(call.args[1])}`],
      }
  }
  if (data === '0x')
    return {
      kind: 'outgoing native',
      texts: [`Sent to ${short(to)}`, `− ${grouped(formatEther(value))} ETH`],
    }
  if (to !== getDemoContractAddress('dollar'))
    return { kind: 'call', texts: [] }
  const call = decodeFunctionData({ abi: erc20Abi, data })
  const [recipient, amount] = call.args as [Address, bigint]
  return {
    kind: 'outgoing token',
    texts: [
      `Sent to ${short(recipient)}`,
      `− ${grouped(formatUnits(amount, 6))} DUSD`,
    ],
  }
}

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
    await row.getByRole('button', { name: /Ran/ }).click()
    await expect(row.getByText('computed here').first()).toBeVisible()
    await expect(row.getByText(/ of 2, checked here/)).toBeVisible()
    await expect(row.getByText('verified')).toHaveCount(2)
    const size = /(\d+) of \1 bytes decoded here/
    await expect(row.getByText(size)).toBeVisible()
    for (const number of ['1', '1.1', '1.2', '1.3'])
      await expect(row.getByText(number, { exact: true })).toBeVisible()
    await checkPage(page)
  })

  await test.step('what is suspicious appears when asked for', async () => {
    await page.getByRole('button', { name: 'show', exact: true }).click()
    await expect(page).toHaveURL(/show=all\/suspicious/)
    await expect(page.getByText(/unverified token/).first()).toBeVisible()
    await page.getByRole('button', { name: 'hide', exact: true }).click()
  })

  await test.step('filters are in the address and count', async () => {
    await page.getByRole('button', { name: 'Outgoing' }).click()
    await page.getByLabel('Nonce').fill('5')
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect(page).toHaveURL(/show=outgoing\/nonce:5/)
    await expect(page.getByText('1 entry', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Incoming' }).click()
    await page.getByLabel('Token address').fill('0x12')
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect(page.getByText('A whole address')).toBeVisible()
    const dollar = getDemoContractAddress('dollar')
    await page.getByLabel('Token address').fill(dollar)
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect(page).toHaveURL(new RegExp(`token:${dollar}`))
    await expect(page.locator('li[data-transaction]')).toHaveCount(2)
    await page.reload()
    await expect(page.getByText('2 entries')).toBeVisible()
  })

  await test.step('the filtered list is written down', async () => {
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export as CSV' }).click()
    const file = await (await downloading).path()
    const lines = (await readFile(file, 'utf8')).trim().split('\r\n')
    expect(lines[0]).toMatch(/^time,type,direction,from,to,amount,token/)
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

/** A safe of Alice and Bob that the gateway has heard of. */
async function makeSafe(client: DevnetClient, request: APIRequestContext) {
  const { alice, bob } = demoAccounts
  const safe = await deploySafe(
    { chainId: 31337, client },
    {
      owners: [alice.address, bob.address],
      threshold: 2,
      saltNonce: BigInt(Date.now()),
    },
  )
  await expect
    .poll(async () => {
      const path = `/v1/chains/31337/safes/${safe.address}`
      return (await request.get(path)).status()
    })
    .toBe(200)
  return safe
}

type Signed = Awaited<ReturnType<typeof proposeTransaction>>

/** Tells the gateway of a proposal, as another owner's browser would. */
async function tell(
  request: APIRequestContext,
  { safe, transaction, safeTxHash, signatures }: Signed,
  note: string,
): Promise<void> {
  const [signature] = signatures
  if (signature?.kind !== 'ecdsa') throw new Error('Nobody has signed it.')
  const reply = await request.post(
    `/v1/chains/31337/transactions/${safe.address}/propose`,
    {
      data: {
        ...transaction,
        value: String(transaction.value),
        safeTxGas: '0',
        baseGas: '0',
        gasPrice: '0',
        nonce: String(transaction.nonce),
        safeTxHash,
        sender: signature.signer,
        signature: signature.data,
        origin: JSON.stringify({ name: 'Covault', note }),
      },
    },
  )
  expect(reply.status(), await reply.text()).toBeLessThan(300)
}

/** The digits of a hash that is shown in groups. */
async function readHash(page: Page, name: string): Promise<string> {
  const fact = page.locator('dl > div', {
    has: page.getByText(name, { exact: true }),
  })
  const text = await fact.first().locator('[title^="0x"]').innerText()
  return text.replace(/\s/g, '')
}

test('what other owners do is seen at once, and checked here', async ({
  page,
  request,
  product,
}) => {
  test.slow()
  const client = connect(product)
  const { alice, bob, supplier } = demoAccounts
  const safe = await makeSafe(client, request)
  await sendTransaction(client, {
    account: alice,
    to: safe.address,
    value: parseEther('1'),
  })
  const link = `local1:${safe.address}`
  await page.goto(`/transactions/queue?safe=${link}`)
  await expect(page.getByText('Nothing waits for a signature.')).toBeVisible()

  const payment = await proposeTransaction({ chainId: 31337, client }, safe, {
    plan: { to: supplier.address, value: parseEther('0.25') },
    signers: [alice],
  })
  const row = rowOf(page, payment.safeTxHash)
  await test.step('a proposal with a hostile note appears', async () => {
    await tell(request, payment, '\u202Egnp.exe javascript:x {{7*7}}')
    await expect(row).toContainText('\uFFFDgnp.exe javascript:x {{7*7}}')
    await expect(row.locator('a')).toHaveCount(0)
    await expect(row).toContainText('− 0.25 ETH')
    await expect(row).toContainText('1 of 2')
    await expect(row).toContainText('Awaiting confirmations')
  })

  await test.step('its hashes are those of the contract', async () => {
    await row.getByRole('button', { name: /Send to/ }).click()
    await expect(row.getByText(/^1 of 2, checked here, one more/)).toBeVisible()
    await expect(
      row.getByText(`Send 0.25 ETH to ${supplier.address}.`),
    ).toBeVisible()
    const { transaction: signed } = payment
    const hash = await client.readContract({
      abi: safeAbi,
      address: safe.address,
      functionName: 'getTransactionHash',
      args: [
        signed.to,
        signed.value,
        signed.data,
        signed.operation,
        signed.safeTxGas,
        signed.baseGas,
        signed.gasPrice,
        signed.gasToken,
        signed.refundReceiver,
        signed.nonce,
      ],
    })
    const domain = await client.readContract({
      abi: safeAbi,
      address: safe.address,
      functionName: 'domainSeparator',
    })
    expect(await readHash(page, 'safeTxHash')).toBe(hash)
    expect(await readHash(page, 'Domain hash')).toBe(domain)
  })

  const signature = await signWithKey(safe, {
    transaction: payment.transaction,
    account: bob,
  })
  await test.step('the second signature appears, verified', async () => {
    await request.post(
      `/v1/chains/31337/transactions/${payment.safeTxHash}/confirmations`,
      { data: { signature } },
    )
    await expect(row.getByText(/^2 of 2, checked here, enough/)).toBeVisible()
    await expect(row.getByText('verified')).toHaveCount(2)
    await expect(row).toContainText('Awaiting execution')
  })

  const calls = Array.from({ length: 4_000 }, () => ({
    to: supplier.address,
    value: 1n,
  }))
  const crowd = await proposeTransaction({ chainId: 31337, client }, safe, {
    plan: { ...batchCalls(safe, calls), nonce: payment.transaction.nonce + 1n },
    signers: [alice],
  })
  await test.step('4,000 calls are looked into', async () => {
    await tell(request, crowd, 'Crowd')
    const large = rowOf(page, crowd.safeTxHash)
    await large.getByRole('button', { name: /Run/ }).click()
    await expect(
      large.getByText('3,951 calls of 4,001 not shown yet'),
    ).toBeVisible()
    await large.getByRole('button', { name: 'Show 200 more' }).click()
    await expect(large.getByText('1.249', { exact: true })).toBeVisible()
  })

  await test.step('an execution takes it out of the queue', async () => {
    await executeTransaction(
      { client },
      {
        ...payment,
        signatures: [
          ...payment.signatures,
          { kind: 'ecdsa', signer: bob.address, data: signature },
        ],
      },
    )
    await expect(row).toHaveCount(0)
    await expect(page.getByRole('status').getByText('1 waiting')).toBeVisible()
  })

  await test.step('its link belongs to its safe alone', async () => {
    const id = `multisig_${safe.address}_${payment.safeTxHash}`
    const treasury = await findTreasury(request)
    await page.goto(`/transactions/tx?safe=${treasury}&id=${id}`)
    await expect(
      page.getByRole('heading', { name: /belongs to another safe/ }),
    ).toBeVisible()
    await page.getByRole('link', { name: 'Open it there' }).click()
    await expect(page.getByText('Executed by')).toBeVisible()
    await expect(page.getByText(/^2 of 2, checked here/)).toBeVisible()
    await checkLooks(page, lookGroups[0]?.looks ?? [])
  })
})

test('messages are shown as they are signed, in words and hashes', async ({
  page,
  request,
  product,
}) => {
  test.slow()
  const client = connect(product)
  const { alice, bob } = demoAccounts
  const link = await findTreasury(request)
  const treasury = link.slice('local1:'.length) as Address
  await page.goto(`/transactions/messages?safe=${link}`)
  await page.getByRole('link', { name: /approve the budget/ }).click()
  await expect(page.getByText(/^1 of 2, checked here/)).toBeVisible()
  const text = await page.getByText(/approve the budget/).innerText()
  const messageHash = await client.readContract({
    abi: safeAbi,
    address: treasury,
    functionName: 'getMessageHash',
    args: [hashMessage(text)],
  })
  expect(await readHash(page, 'SafeMessage hash')).toBe(messageHash)
  await checkLooks(page, lookGroups[0]?.looks ?? [])

  const safe = await makeSafe(client, request)
  const domain = {
    chainId: 31337,
    safe: safe.address,
    version: safe.version,
  }
  const permit = {
    domain: { name: 'Token', chainId: 31337, verifyingContract: treasury },
    primaryType: 'Permit',
    types: {
      EIP712Domain: [
        { name: 'name', type: 'string' },
        { name: 'chainId', type: 'uint256' },
        { name: 'verifyingContract', type: 'address' },
      ],
      Permit: [
        { name: 'owner', type: 'address' },
        { name: 'spender', type: 'address' },
        { name: 'value', type: 'uint256' },
      ],
    },
    message: { owner: safe.address, spender: bob.address, value: '7' },
  }
  const typedData = getSafeMessageTypedData(domain, permit)
  const path = `/v1/chains/31337`
  await page.goto(`/transactions/messages?safe=local1:${safe.address}`)
  await expect(page.getByText('No message yet.')).toBeVisible()
  const posted = await request.post(`${path}/safes/${safe.address}/messages`, {
    data: {
      message: permit,
      signature: await alice.signTypedData(typedData),
      origin: '{}',
    },
  })
  expect(posted.ok(), await posted.text()).toBe(true)
  await page.getByRole('link', { name: 'Typed data, Permit' }).click()
  await expect(page.getByRole('alert')).toContainText(
    `lets ${bob.address} take up to 7 units`,
  )
  await expect(page.getByText(bob.address).first()).toBeVisible()
  const hash = hashSafeMessage(domain, permit)
  await request.post(`${path}/messages/${hash}/signatures`, {
    data: { signature: await bob.signTypedData(typedData) },
  })
  await expect(page.getByText(/^2 of 2, checked here/)).toBeVisible()
  await expect(page.getByText('Confirmed')).toBeVisible()
  await page.goto(`/transactions/msg?safe=${link}&messageHash=${hash}`)
  await expect(
    page.getByRole('heading', { name: /belongs to another safe/ }),
  ).toBeVisible()
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
  await page.route('**/v1/chains/**/transactions/history?**', (route) => {
    const url = new URL(route.request().url())
    const cursor = new URLSearchParams(url.searchParams.get('cursor') ?? '')
    const offset = Number(cursor.get('offset') ?? 0)
    asked.push(offset)
    const next = new URL(url)
    next.searchParams.set('cursor', `limit=50&offset=${offset + 50}`)
    return route.fulfill({
      json: {
        count: total,
        next: offset + 50 < total ? String(next) : null,
        previous: null,
        results: Array.from({ length: 50 }, (_, at) => toEntry(offset + at)),
      },
    })
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
})

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
