import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  type DeployedSafe,
  type Provider,
  providerProfiles,
  startProvider,
  startReplayedSource,
} from '@covault/devnet'
import { type Address, type Hex, keccak256, toHex } from 'viem'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readSync } from '../store/watches.js'
import {
  follow,
  listExecutions,
  listLines,
  makeHistory,
  openScene,
  type Scene,
} from '../testing/scene.js'
import { createTestApp } from '../testing/testApp.js'
import {
  createTestChain,
  expectSameAsChain,
  watch,
} from '../testing/testWorld.js'
import { advance } from './advance.js'
import { backfill } from './backfill.js'
import { fillCreations } from './fillCreations.js'
import { type HintSource, NoHintsError, openHintSource } from './hintSource.js'
import { takeHints } from './takeHints.js'

// Chain, database and other tests share few cores.
vi.setConfig({ testTimeout: 900_000 })

let scene: Scene
beforeAll(async () => {
  scene = await openScene({ firstSalt: 900n })
}, 600_000)
afterAll(() => scene.stop())

/** A transaction service that knows these, the latest first. */
async function startService(
  safe: Address,
  { hashes, creation }: { hashes: readonly Hex[]; creation: Hex },
) {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://service')
    const offset = Number(url.searchParams.get('offset'))
    const limit = Number(url.searchParams.get('limit'))
    const isCreation = url.pathname === `/api/v1/safes/${safe}/creation/`
    const isList = url.pathname === `/api/v2/safes/${safe}/all-transactions/`
    const results = hashes
      .slice(offset, offset + limit)
      // Executions and what was received name their hash differently.
      .map((hash, index) =>
        index % 2 === 0 ? { transactionHash: hash } : { txHash: hash },
      )
    const next = offset + limit < hashes.length ? 'https://elsewhere/' : null
    response.writeHead(isCreation || isList ? 200 : 404, {
      'content-type': 'application/json',
    })
    response.end(
      JSON.stringify(
        isCreation ? { transactionHash: creation } : { next, results },
      ),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Every transaction from where the safe was made, the latest first. */
async function listHashes(since: Hex): Promise<Hex[]> {
  const { client } = scene.devnet
  const { blockNumber: first } = await client.getTransactionReceipt({
    hash: since,
  })
  const head = await client.getBlockNumber()
  const hashes: Hex[] = []
  for (let blockNumber = head; blockNumber >= first; blockNumber--)
    hashes.push(...(await client.getBlock({ blockNumber })).transactions)
  return hashes
}

type Question = { transactions: number; blocks: number }

/** Indexes a safe by hints, with a node that searches ten blocks at once. */
async function indexByHints({ transactions, blocks }: Question) {
  // Of somebody else: the service lies about it.
  const other = await scene.newSafe()
  const foreign = await scene.pay(other, 1n)
  const safe = await makeHistory(scene, transactions)
  const source = await startReplayedSource({ url: scene.devnet.url, blocks })
  const provider = await startProvider({
    target: source.url,
    profile: providerProfiles.tinyRange,
  })
  const invented = keccak256(toHex('nobody sent this'))
  const all = await listHashes(safe.transactionHash)
  const service = await startService(safe.address, {
    hashes: [invented, foreign.receipt.transactionHash, ...all],
    creation: safe.transactionHash,
  })
  try {
    await checkIndex(safe, { provider, sourceUrl: source.url, service })
  } finally {
    await Promise.all([provider.stop(), source.stop(), service.stop()])
  }
  return { safe, provider }
}

async function checkIndex(
  safe: DeployedSafe,
  parameters: {
    provider: Provider
    sourceUrl: string
    service: { url: string }
  },
): Promise<void> {
  const { provider, sourceUrl, service } = parameters
  const { store } = await scene.world.openDatabase()
  const chain = {
    ...createTestChain({ store, urls: [provider.url] }),
    hints: openHintSource(service.url),
  }
  const { chainId } = chain
  await advance(chain)
  await watch(chain, safe.address)
  // It waits for the next look at the head, then its past is known to be missing.
  await advance(chain)
  await backfill(chain)
  let taken = 0
  let refused = 0
  for (;;) {
    const step = await takeHints(chain)
    if (step.type === 'done') break
    taken += step.taken
    refused += step.refused
  }
  // The invented one, and that of somebody else.
  expect(refused).toBe(2)
  process.stdout.write(
    `hints: ${taken} taken, ${refused} refused, ${provider.requests()} requests in ${provider.bodies()} bodies\n`,
  )
  // Whole, and yet not called so: only what was searched is covered.
  const direct = createTestChain({ store, urls: [sourceUrl], range: 10n ** 8n })
  await expectSameAsChain(direct, [safe.address])
  const sync = await readSync(store, { chainId, safe: safe.address })
  expect(sync.synced).toBe(false)
  expect(sync.percent).toBeLessThan(50)
  // Once more: what the node confirmed is not asked for again. Others are: the
  // two of above, and the creation wherever it is named, for it has no line.
  const before = await listLines(chain, safe.address)
  const again = { ...chain }
  const receipts = provider.counts.get('eth_getTransactionReceipt') ?? 0
  while ((await takeHints(again)).type !== 'done') {
    // Until the source is read to its end.
  }
  const more =
    (provider.counts.get('eth_getTransactionReceipt') ?? 0) - receipts
  expect(more).toBeLessThanOrEqual(4)
  expect(await listLines(chain, safe.address)).toEqual(before)
  expect((await listExecutions(chain, safe.address)).length).toBeGreaterThan(0)
}

test('hints of a service are stored only as the node confirms them, and the rest stays open', async () => {
  await indexByHints({ transactions: 10, blocks: 20_000 })
})

test('another gateway gives hints by its transaction-service API', async () => {
  const safe = await makeHistory(scene, 120)
  const theirs = await scene.world.openDatabase()
  const followed = createTestChain({
    store: theirs.store,
    urls: [scene.devnet.url],
  })
  await follow(followed, safe.address)
  await fillCreations(followed)
  const service = await createTestApp({
    rpcUrl: scene.devnet.url,
    database: theirs,
  })
  const source = await startReplayedSource({
    url: scene.devnet.url,
    blocks: 20_000,
  })
  try {
    const address = await service.app.listen({ host: '127.0.0.1', port: 0 })
    const { store } = await scene.world.openDatabase()
    const chain = {
      ...createTestChain({ store, urls: [source.url] }),
      hints: openHintSource(`${address}/tx-service/31337`),
    }
    await advance(chain)
    await watch(chain, safe.address)
    await advance(chain)
    while ((await takeHints(chain)).type !== 'done') {
      // Until the source is read to its end.
    }
    await expectSameAsChain(chain, [safe.address])
    expect(await listExecutions(chain, safe.address)).toHaveLength(108)
  } finally {
    await service.stop()
    await source.stop()
  }
})

test('a service that invents without end, or answers with garbage, is given up', async () => {
  const safe = await scene.newSafe()
  const node = await startProvider({
    target: scene.devnet.url,
    profile: providerProfiles.own,
  })
  const { store } = await scene.world.openDatabase()
  const chain = createTestChain({ store, urls: [node.url] })
  await advance(chain)
  await watch(chain, safe.address)
  await advance(chain)
  let pages = 0
  const liar: HintSource = {
    async list(_, offset) {
      pages++
      const hashes = Array.from({ length: 100 }, (_, index) =>
        keccak256(toHex(offset + index)),
      )
      return { hashes, read: hashes.length, more: true }
    },
    findCreation: async () => undefined,
  }
  const lied = { ...chain, hints: liar }
  while ((await takeHints(lied)).type !== 'done') {
    // Until it is given up.
  }
  expect(pages).toBe(20)
  expect(await listLines(chain, safe.address)).toEqual([])

  const garbage = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end('<html>')
  })
  await new Promise<void>((done) => garbage.listen(0, '127.0.0.1', done))
  const { port } = garbage.address() as AddressInfo
  const hints = openHintSource(`http://127.0.0.1:${port}`)
  await expect(takeHints({ ...chain, hints })).rejects.toThrow(NoHintsError)
  await new Promise((done) => garbage.close(done))
  await expect(takeHints({ ...chain, hints })).rejects.toThrow(NoHintsError)
  await node.stop()
})

test('a node that searches ten blocks at once gives 500 transactions over 500,000 blocks by hints @full', async () => {
  await indexByHints({ transactions: 500, blocks: 500_000 })
})
