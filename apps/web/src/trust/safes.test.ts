// @vitest-environment node
import {
  type Devnet,
  demoAccounts,
  deploySafe,
  deploySafeContracts,
  runTransaction,
  startDevnet,
} from '@covault/devnet'
import { type Address, numberToHex } from 'viem'
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  expect,
  test,
  vi,
} from 'vitest'
import {
  type ChainClient,
  type ChainConfig,
  createChainClient,
} from './chainClient.js'
import { readHead, WrongChainError } from './head.js'
import { type ChainSafes, followSafes } from './safes.js'

const { alice, bob, carol } = demoAccounts
const owners = [alice.address, bob.address, carol.address]

let devnet: Devnet
let chain: ChainConfig
let snapshot: Awaited<ReturnType<Devnet['snapshot']>>

beforeAll(async () => {
  devnet = await startDevnet({ chainId: 31337 })
  await deploySafeContracts(devnet)
  chain = {
    chainId: devnet.chainId,
    shortName: 'local1',
    name: 'Local 1',
    rpcUrl: devnet.url,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    testnet: true,
    local: true,
  }
})

beforeEach(async () => {
  snapshot = await devnet.snapshot()
})

afterEach(() => devnet.revert(snapshot))

afterAll(() => devnet.stop())

test('finds safes of every version and reads them at one block', async () => {
  const versions = ['1.1.1', '1.3.0', '1.4.1', '1.5.0'] as const
  const deployed = []
  for (const version of versions)
    deployed.push(await deploySafe(devnet, { owners, threshold: 2, version }))
  const { found, safes, block } = await follow()
  expect(found).toEqual(deployed.map(({ address }) => address))
  expect(safes).toEqual(
    deployed.map(({ address, version }) => ({
      address,
      owners,
      threshold: 2,
      nonce: 0n,
      version,
      known: true,
    })),
  )
  expect(block.number).toBe(await devnet.client.getBlockNumber())
})

test('finds a safe made later and searches new blocks only', async () => {
  const first = await deploySafe(devnet, { owners, threshold: 2 })
  const previous = await follow()
  const second = await deploySafe(devnet, {
    owners,
    threshold: 3,
    saltNonce: 1n,
  })
  const client = createChainClient(chain)
  const request = vi.spyOn(client, 'request')
  const { found } = await follow({ client, previous })
  expect(found).toEqual([first.address, second.address])
  const newBlock = numberToHex(previous.block.number + 1n)
  const searches = request.mock.calls.filter((call) =>
    JSON.stringify(call).includes('eth_getLogs'),
  )
  expect(searches).toMatchObject([
    [{ params: [{ fromBlock: newBlock, toBlock: newBlock }] }],
  ])
})

test('shows a nonce that has moved on', async () => {
  const safe = await deploySafe(devnet, { owners, threshold: 2 })
  const previous = await follow()
  await runTransaction(devnet, safe, {
    plan: { to: bob.address },
    signers: [alice, bob],
  })
  const { safes } = await follow({ previous })
  expect(safes.map(({ nonce }) => nonce)).toEqual([1n])
})

test('answers the same object as long as the block is the same', async () => {
  const previous = await follow()
  expect(await follow({ previous })).toBe(previous)
})

test('reads what an earlier visit has read once more, at the same block too', async () => {
  const { address } = await deploySafe(devnet, { owners, threshold: 2 })
  const read = await follow()
  const provenance = { ...read.provenance, keptAt: 1_000 }
  const previous = { ...read, safes: [], provenance }
  const { safes, ...again } = await follow({ previous })
  expect(safes.map((safe) => safe.address)).toEqual([address])
  expect(again.provenance).not.toHaveProperty('keptAt')
})

test('reads a safe that became known within the same block', async () => {
  const { address } = await deploySafe(devnet, { owners, threshold: 1 })
  const previous = await follow({ discover: false })
  expect(previous.safes).toEqual([])
  const { safes } = await follow({
    discover: false,
    known: [address],
    previous,
  })
  expect(safes.map((safe) => safe.address)).toEqual([address])
})

test('forgets a safe whose block was dropped', async () => {
  await deploySafe(devnet, { owners, threshold: 2 })
  const previous = await follow()
  expect(previous.safes).toHaveLength(1)
  await devnet.revert(snapshot)
  snapshot = await devnet.snapshot()
  await devnet.mine(3)
  const { found, safes } = await follow({ previous })
  expect([found, safes]).toEqual([[], []])
})

test('lists a known safe even where nothing is searched for', async () => {
  const { address } = await deploySafe(devnet, { owners, threshold: 1 })
  const { found, safes } = await follow({ discover: false, known: [address] })
  expect(found).toEqual([])
  expect(safes.map((safe) => safe.address)).toEqual([address])
})

test('leaves out what does not answer like a safe', async () => {
  const { safes } = await follow({ known: [bob.address] })
  expect(safes).toEqual([])
})

test('says when the code behind a proxy is not a published one', async () => {
  const { address } = await deploySafe(devnet, { owners, threshold: 2 })
  const slot = await devnet.client.getStorageAt({ address, slot: '0x0' })
  const code = await devnet.client.getCode({
    address: `0x${slot?.slice(26)}`,
  })
  const copy = '0x00000000000000000000000000000000000c0De1'
  await devnet.client.setCode({ address: copy, bytecode: code ?? '0x' })
  await devnet.client.setStorageAt({
    address,
    index: 0,
    value: `0x${copy.slice(2).padStart(64, '0')}`,
  })
  await devnet.mine()
  const { safes } = await follow()
  expect(safes).toMatchObject([{ address, threshold: 2, known: false }])
})

test('refuses an endpoint of another chain', async () => {
  const client = createChainClient(chain)
  await expect(
    readHead(client, { chainId: 1, name: 'Ethereum' }),
  ).rejects.toThrow(
    new WrongChainError({ name: 'Ethereum', expected: 1, answered: 31337 }),
  )
})

test('an endpoint that is not there is an error, not an empty list', async () => {
  const client = createChainClient({ ...chain, rpcUrl: 'http://127.0.0.1:9' })
  await expect(readHead(client, chain)).rejects.toThrow()
})

async function follow({
  client = createChainClient(chain),
  previous,
  known = [],
  discover = true,
}: {
  client?: ChainClient
  previous?: ChainSafes
  known?: readonly Address[]
  discover?: boolean
} = {}): Promise<ChainSafes> {
  const head = await readHead(client, chain)
  return followSafes(client, { head, discover, known, previous })
}
