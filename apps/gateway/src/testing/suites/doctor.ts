import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type DeployedSafe,
  demoAccounts,
  deploySafe,
  type ProviderName,
  type ProviderProfile,
  providerProfiles,
  startProvider,
  startReplayedSource,
} from '@covault/devnet'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { runDoctor } from '../../program/runDoctor.js'
import { type Fault, type FaultyRpc, startFaultyRpc } from '../faultyRpc.js'
import { silent } from '../silent.js'
import { shareTestWorld, type TestWorld } from '../testWorld.js'

const key = 'tR4ub8Qm1ZxW'
const path = `/v2/${key}`

let world: TestWorld
let node: FaultyRpc
let folder: string
let safe: DeployedSafe

beforeAll(async () => {
  world = await shareTestWorld()
  folder = await mkdtemp(join(tmpdir(), 'covault-doctor-'))
  node = await startFaultyRpc(world.devnet.url, { path })
  safe = await deploySafe(world.devnet, {
    owners: [demoAccounts.alice.address],
    threshold: 1,
    saltNonce: 88_000n,
  })
  await world.devnet.client.mine({ blocks: 60 })
}, 300_000)
afterAll(async () => {
  await node?.stop()
  await world?.stop()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(() => {
  node.setFault(() => undefined)
  node.counts.clear()
})

async function examine(
  urls = [`${node.url}${path}`],
  args = ['--safe', `local1:${safe.address}`],
) {
  const config = join(folder, 'config.json')
  const chains = [{ chainId: 31337, rpcUrls: urls }]
  await writeFile(config, JSON.stringify({ chains }))
  const lines: string[] = []
  const code = await runDoctor({
    args: ['--config', config, ...args],
    environment: {},
    log: silent,
    print: (line) => lines.push(line),
  })
  const text = lines.join('\n')
  expect(text).not.toContain(key)
  expect(text).not.toContain(new URL(node.url).host)
  return { code, text }
}

test('a node that can do everything is said to, within few questions', async () => {
  const { code, text } = await examine()
  expect(code).toBe(0)
  expect(text).toContain('Local 1 (local1), RPC endpoint 1 of 1')
  expect(text).toContain('Chain ID 31337')
  expect(text).toContain('Returns the logs of the whole chain in one request.')
  expect(text).toContain('(archive)')
  expect(text).toContain('Traces transactions.')
  expect(text).toMatch(/First index of local1:0x\w+ \(created in block \d+\)/)
  expect(text).toContain('Every network can be served.')
  expect(text).not.toContain('  fail')
  const asked = [...node.counts.values()].reduce((sum, each) => sum + each, 0)
  expect(asked).toBeLessThan(90)
}, 120_000)

const refusal = (code: number, message: string): Fault => ({
  error: { code, message },
})

test('limits are found and named with what helps', async () => {
  const head = Number(await world.devnet.client.getBlockNumber())
  const isPast = (block: unknown) =>
    typeof block === 'string' && Number(block) < head - 5
  node.setFault(({ method, params }) => {
    const [first, second] = params as [Record<string, string>, unknown]
    if (method === 'eth_getLogs' && first.blockHash)
      return refusal(-32_602, 'invalid params')
    if (method === 'eth_getLogs') {
      const range = Number(first.toBlock) - Number(first.fromBlock) + 1
      return range > 10 ? refusal(-32_600, 'range over 10 blocks') : undefined
    }
    if (/^(?:debug|trace)_/.test(method))
      return refusal(-32_601, 'Method not found')
    if (/eth_get(?:Balance|Code)/.test(method) && isPast(second))
      return refusal(-32_000, 'missing trie node')
    if (method === 'eth_blockNumber') return { status: 400 }
    if (method !== 'eth_getBlockByNumber') return undefined
    if (String(first) === 'finalized') return refusal(-32_602, 'unknown block')
    return isPast(first)
      ? { status: 429, headers: { 'retry-after': '0' } }
      : undefined
  })
  const { code, text } = await examine()
  expect(code).toBe(0)
  for (const words of [
    /at least 10 blocks in one request\. The first index .* Set hints for/,
    'Set finalityDepth',
    'Refuses batched requests, so they are sent one by one.',
    'Refuses logs by block hash, so new blocks are asked for by number',
    '(no archive)',
    'Does not trace transactions.',
    /Limits requests: it answers about \d+ in a second\. .* Raise pollSeconds/,
    /First index of local1:0x\w+ \(its creation is unknown\)/,
  ])
    expect(text).toMatch(words)
}, 120_000)

/** What is said of each kind of provider; whatever it lacks, it can be used. */
const words: [ProviderName, RegExp][] = [
  ['own', /Answered 40 requests at the same time\./],
  ['wideRange', /ok +Returns the logs of at least 10,000 blocks/],
  ['middleRange', /slow +Returns the logs of at least 1,000 blocks/],
  ['tinyRange', /slow +Returns the logs of at least 10 blocks.* Set hints/],
  ['shortLists', /slow +Takes few addresses in one request for logs/],
  ['noArchive', /slow +Does not know the past state .*no archive/],
  ['noBatch', /slow +Refuses batched requests, so they are sent one by one/],
  ['slow', /slow +Limits requests: it answers about \d+ in a second/],
  ['severalBackEnds', /ok +Several nodes answer at this address/],
  ['noFinalized', /slow +Does not report final blocks, so blocks 240 below/],
  ['noLogsByHash', /slow +Refuses logs by block hash, so new blocks/],
  ['noBlockReceipts', /ok +Does not return block receipts/],
]

test('the limits of every kind of provider are found', async () => {
  const { url } = world.devnet
  const source = await startReplayedSource({ url, blocks: 20_000 })
  try {
    for (const [name, expected] of words) {
      const profile: ProviderProfile = providerProfiles[name]
      // So few that a busy machine asks for more, too.
      const requestsPerSecond = name === 'slow' ? 10 : profile.requestsPerSecond
      const provider = await startProvider({
        target: source.url,
        profile: { ...profile, requestsPerSecond },
      })
      const { code, text } = await examine([provider.url])
      await provider.stop()
      expect(text, name).toMatch(expected)
      expect(text, name).toMatch(/First index of local1:0x\w+ /)
      expect(code, `${name}: ${text}`).toBe(0)
    }
  } finally {
    await source.stop()
  }
}, 120_000)

test('a wrong network, a dead key and a silent node are named', async () => {
  node.setFault(({ method }) =>
    method === 'eth_chainId' ? { result: '0x1' } : undefined,
  )
  const wrong = await examine()
  expect(wrong.code).toBe(1)
  expect(wrong.text).toContain(
    'answers for Ethereum (chain ID 1), not Local 1 (chain ID 31337).',
  )
  expect(wrong.text).toContain('Local 1 cannot be served')
  node.setFault(() => refusal(-32_600, `Must be authenticated: ${path}`))
  expect((await examine()).text).toContain('The endpoint refuses the key.')
  node.setFault(() => undefined)
  const lost = await examine([`${node.url}/v2/another`])
  expect(lost.text).toContain('The endpoint refuses the key.')
  node.setFault(() => 'close')
  expect((await examine()).text).toContain('The endpoint cannot be used.')
}, 120_000)

test('a network without a configuration says where its addresses are', async () => {
  const lines: string[] = []
  const code = await runDoctor({
    args: ['--network', 'mainnet'],
    environment: { COVAULT_RPC_URL: `${node.url}${path}` },
    log: silent,
    print: (line) => lines.push(line),
  })
  expect(code).toBe(1)
  const text = lines.join('\n')
  expect(text).toContain(
    'answers for Local 1 (chain ID 31337), not Ethereum (chain ID 1).',
  )
  expect(text).toContain('are those in COVAULT_RPC_URL')
  expect(text).not.toContain(key)
}, 120_000)

test('one good endpoint is enough, and an address without code is named', async () => {
  const urls = [`${node.url}/v2/another`, `${node.url}${path}`]
  const { address } = demoAccounts.stranger
  const { code, text } = await examine(urls, ['--safe', `local1:${address}`])
  expect(text).toContain('RPC endpoint 2 of 2')
  expect(text).toContain('has no code on this network')
  expect(code).toBe(1)
  expect((await examine(urls, [])).code).toBe(0)
}, 120_000)
