import { allServiceEndpoints } from '@covault/api/transaction-service'
import { demoAccounts } from '@covault/devnet'
import { hashSafeTransaction, parseSafeVersion } from '@covault/protocol'
import { type Address, type Hex, zeroHash } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DemoGateway, shareDemoGateway } from '../demoGateway.js'
import { expectDescribed } from '../describedAnswer.js'

let demo: DemoGateway
let safes: Address[]

beforeAll(async () => {
  demo = await shareDemoGateway()
  safes = demo.world.safes
    .filter(({ chainId }) => chainId === 31337)
    .map(({ address }) => address)
}, 300_000)
afterAll(() => demo?.stop())

const { alice } = demoAccounts

/** Asks, and looks whether the answer is as it is described. */
async function get(path: string) {
  const url = path.startsWith('http')
    ? path
    : `${demo.url}/tx-service/local1/api${path}`
  const reply = await fetch(url, { signal: AbortSignal.timeout(20_000) })
  const text = await reply.text()
  expect(reply.status, `${url}: ${text}`).toBe(200)
  expectDescribed({ method: 'GET', url }, { status: reply.status, text })
  return JSON.parse(text)
}

async function follow<item>(path: string): Promise<item[]> {
  const items: item[] = []
  for (let url: string | null = path; url; ) {
    const page: { next: string | null; results: item[] } = await get(url)
    items.push(...page.results)
    url = page.next
  }
  return items
}

const endpoints = Object.values(allServiceEndpoints).flatMap((group) =>
  Object.values(group),
)

/** A path of every call that only reads, of something that there is. */
async function listReads(): Promise<string[]> {
  const [safe = '0x'] = safes
  const [module] = (await get(`/v1/safes/${safe}/`)).modules
  const first = async (list: string) =>
    (await get(`/v1/safes/${safe}/${list}/?limit=1`)).results[0]
  const names: Record<string, string> = {
    safeTxHash: (await first('multisig-transactions')).safeTxHash,
    messageHash: (await first('messages')).messageHash,
    transferId: (await first('transfers')).transferId,
    moduleTransactionId: (await first('module-transactions'))
      .moduleTransactionId,
    operationHash: zeroHash,
  }
  const findAddress = (path: string) => {
    if (path.includes('/owners/')) return alice.address
    if (path.includes('/modules/')) return module
    return path.includes('/safes/') ? safe : token
  }
  const [{ address: token }] = (await get('/v1/tokens/?limit=1')).results
  return endpoints
    .filter(({ method }) => method === 'GET')
    .flatMap(({ path, aliases = [] }) => [path, ...aliases])
    .map((path) =>
      path.replace(/\{(\w+)\}/g, (_, name: string) =>
        name === 'address' ? findAddress(path) : (names[name] ?? ''),
      ),
    )
    .map((path) =>
      path.endsWith('/delegates/') ? `${path}?safe=${safe}` : path,
    )
}

test('every call answers the same bytes with and without a slash', async () => {
  const ask = async (chain: string, path: string) => {
    const url = `${demo.url}/tx-service/${chain}/api${path}`
    const reply = await fetch(url, { redirect: 'error' })
    // Links lead back to the address as it was asked.
    const text = (await reply.text()).replaceAll('/?', '?')
    return { status: reply.status, text }
  }
  const paths = await listReads()
  expect(paths.length).toBeGreaterThan(40)
  for (const path of paths) {
    const slashed = await ask('local1', path)
    const bare = await ask('local1', path.replace(/\/(?=$|\?)/, ''))
    expect(bare, path).toEqual(slashed)
    const isKept = !/operations\/0x/.test(path)
    expect(slashed.status === 200, `${path}: ${slashed.text}`).toBe(
      isKept || path.endsWith('/confirmations/'),
    )
    expect((await ask('31337', path)).status, path).toBe(slashed.status)
  }
}, 120_000)

const lists = [
  'multisig-transactions',
  'all-transactions',
  'transfers',
  'incoming-transfers',
  'module-transactions',
  'messages',
  'export',
  'balances',
  'collectibles',
  'safe-operations',
]

const second = ['multisig-transactions', 'all-transactions', 'balances']

/** The paths of a safe's lists, in each version that there is. */
const listPaths = (safe: Address): string[] =>
  lists.flatMap((list) => [
    ...(list === 'collectibles' ? [] : [`/v1/safes/${safe}/${list}`]),
    ...(second.includes(list) || list === 'collectibles'
      ? [`/v2/safes/${safe}/${list}`]
      : []),
  ])

describe('every list of every safe', () => {
  test('is as it is described, with and without a slash', async () => {
    for (const safe of safes)
      for (const path of listPaths(safe)) {
        const [bare, slashed] = await Promise.all([get(path), get(`${path}/`)])
        expect(bare.results ?? bare).toEqual(slashed.results ?? slashed)
        expect(bare.count).toEqual(slashed.count)
      }
  }, 120_000)

  test('is the same, page by page', async () => {
    for (const safe of safes.slice(0, 3))
      for (const list of [
        'transfers',
        'all-transactions',
        'module-transactions',
        'export',
      ]) {
        const path = `/v1/safes/${safe}/${list}/`
        const whole = await follow(`${path}?limit=100`)
        expect(await follow(`${path}?limit=2`), path).toEqual(whole)
      }
  }, 120_000)

  test('turns around where it is asked to', async () => {
    type Item = { txHash?: Hex; transactionHash?: Hex }
    const hashOf = (item: Item) => item.txHash ?? item.transactionHash
    for (const safe of safes.slice(0, 3)) {
      const path = `/v2/safes/${safe}/all-transactions/?limit=3`
      const latest = (await follow<Item>(path)).map(hashOf)
      const oldest = (await follow<Item>(`${path}&ordering=timestamp`)).map(
        hashOf,
      )
      expect(new Set(oldest)).toEqual(new Set(latest))
      expect(oldest[0]).toBe(latest.at(-1))
    }
  }, 60_000)
})

test('all that happened has a tag that changes with it', async () => {
  const [safe] = safes
  for (const version of ['v1', 'v2']) {
    const url = `${demo.url}/tx-service/local1/api/${version}/safes/${safe}/all-transactions/`
    const first = await fetch(url)
    const tag = first.headers.get('etag') ?? ''
    expect(tag).toMatch(/^W\/"[\w-]+"$/)
    const ask = (known: string) =>
      fetch(url, { headers: { 'if-none-match': known } })
    const same = await ask(`"another", ${tag}`)
    expect([same.status, await same.text()]).toEqual([304, ''])
    expect((await ask('W/"another"')).status).toBe(200)
  }
})

type Transaction = {
  to: Address
  value: string
  data: Hex | null
  operation: 0 | 1
  safeTxGas: string
  baseGas: string
  gasPrice: string
  gasToken: Address
  refundReceiver: Address
  nonce: string
  safeTxHash: Hex
  isExecuted: boolean
  blockNumber: number | null
  signatures: Hex | null
}

test('what is told of a transaction gives its hash again', async () => {
  const versions = new Set<string>()
  for (const safe of safes) {
    const { version: text } = await get(`/v1/safes/${safe}/`)
    const version = parseSafeVersion(text)?.version
    if (!version) continue
    const path = `/v2/safes/${safe}/multisig-transactions/?trusted=false`
    for (const told of await follow<Transaction>(path)) {
      const domain = { chainId: 31337, safe, version }
      const hash = hashSafeTransaction(domain, {
        to: told.to,
        value: BigInt(told.value),
        data: told.data ?? '0x',
        operation: told.operation,
        safeTxGas: BigInt(told.safeTxGas),
        baseGas: BigInt(told.baseGas),
        gasPrice: BigInt(told.gasPrice),
        gasToken: told.gasToken,
        refundReceiver: told.refundReceiver,
        nonce: BigInt(told.nonce),
      })
      // A safe that changed its version has older ones of the former.
      if (told.isExecuted && hash !== told.safeTxHash) continue
      expect(hash).toBe(told.safeTxHash)
      versions.add(version)
      expect(await get(`/v2/multisig-transactions/${hash}/`)).toEqual(told)
      expect(told.blockNumber !== null).toBe(told.isExecuted)
    }
  }
  expect(versions.size).toBeGreaterThan(1)
}, 120_000)

test('transfers and what modules did are found by their ids', async () => {
  const [safe] = safes
  type Transfer = { transferId: string }
  for (const each of await follow<Transfer>(`/v1/safes/${safe}/transfers/`)) {
    expect(each.transferId).toMatch(
      /^(?:i[0-9a-f]{64}\d*(?:,\d+)*|e[0-9a-f]{64}\d+(?:,\d+)?)$/,
    )
    const found = await get(`/v1/transfer/${each.transferId}/`)
    expect(found).toEqual(each)
  }
  type Run = { moduleTransactionId: string }
  for (const each of safes) {
    const runs = await follow<Run>(`/v1/safes/${each}/module-transactions/`)
    for (const run of runs)
      expect(
        await get(`/v1/module-transaction/${run.moduleTransactionId}/`),
      ).toEqual(run)
  }
}, 60_000)

test('safes, their creation, owners, modules and the chain are told', async () => {
  for (const safe of safes) {
    const { modules, address } = await get(`/v1/safes/${safe}/`)
    expect(address).toBe(safe)
    await get(`/v1/safes/${safe}/creation/`)
    for (const module of modules) {
      expect((await get(`/v1/modules/${module}/safes/`)).safes).toContain(safe)
      const found = await follow<{ address: Address }>(
        `/v2/modules/${module}/safes/?limit=1`,
      )
      expect(found.map((each) => each.address)).toContain(safe)
    }
  }
  const owned = await follow<{ address: Address }>(
    `/v2/owners/${alice.address}/safes/?limit=2`,
  )
  const { safes: all } = await get(`/v1/owners/${alice.address}/safes/`)
  expect(owned.map(({ address }) => address)).toEqual(all)
  for (const path of [
    '',
    'ethereum-rpc/',
    'singletons/',
    'master-copies/',
    'indexing/',
    'deployments/',
    'deployments/?version=1.4.1',
  ])
    await get(`/v1/about/${path}`)
  const tokens = await follow<{ address: Address }>('/v1/tokens/?limit=3')
  expect(tokens.length).toBeGreaterThan(0)
  for (const token of tokens)
    expect(await get(`/v1/tokens/${token.address}/`)).toEqual(token)
}, 60_000)

test('balances are those that browsers are told', async () => {
  for (const safe of safes) {
    const told = await get(`/v1/safes/${safe}/balances/`)
    const reply = await fetch(
      `${demo.url}/v1/chains/31337/safes/${safe}/balances/usd?trusted=false&exclude_spam=false`,
    )
    const { items } = (await reply.json()) as { items: { balance: string }[] }
    expect(told.map(({ balance }: { balance: string }) => balance)).toEqual(
      items.map(({ balance }) => balance),
    )
  }
}, 60_000)
