import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { GasPrice } from '@covault/api'
import {
  type DeployedSafe,
  type Devnet,
  demoAccounts,
  demoCollectibleAbi,
  deployDemoContracts,
  deploySafe,
  deploySafeContracts,
  getDemoContractAddress,
  sendTransaction,
  startDevnet,
} from '@covault/devnet'
import { findBatchContract } from '@covault/protocol'
import { encodeFunctionData } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { flowList } from '../lib/flowSearch.js'
import { applyEnvironment } from '../queries/appConfig.js'
import { multicall3 } from '../trust/abis.js'
import { type ChainConfig, createChainClient } from '../trust/chainClient.js'
import { hasFeature } from '../trust/chainFacts.js'
import { readContracts } from '../trust/contracts.js'
import { NoNamesError, resolveName, UnknownNameError } from '../trust/ens.js'
import { readSafe } from '../trust/safe.js'
import { readCreationContracts } from '../understand/newSafe/creationContracts.js'
import { predictSafe } from '../understand/newSafe/prediction.js'
import { findExplorerLink } from '../understand/safe/explorer.js'
import { findVersionState } from '../understand/safe/versionState.js'
import { estimateExecution } from './act/execute.js'
import { assertBatchable } from './machine/assertBatchable.js'
import type { Snapshot } from './machine/flow.js'
import { buildOnChainSignature } from './message/buildOnChainSignature.js'
import { createInput as createMessage } from './message/input.js'
import { buildTransfers } from './sendCollectibles/buildTransfers.js'
import { createInput } from './sendCollectibles/input.js'

const { alice, bob } = demoAccounts
const chainId = 987_654
const rings = getDemoContractAddress('rings')

let devnet: Devnet
let safe: DeployedSafe

beforeAll(async () => {
  devnet = await startDevnet({ chainId })
  await deploySafeContracts(devnet)
  await deployDemoContracts(devnet)
  safe = await deploySafe(devnet, { owners: [alice.address], threshold: 1 })
  const data = encodeFunctionData({
    abi: demoCollectibleAbi,
    functionName: 'mint',
    args: [safe.address],
  })
  await sendTransaction(devnet.client, { account: alice, to: rings, data })
})

const servers: Server[] = []

afterAll(async () => {
  for (const server of servers) server.close()
  await devnet.stop()
})

/** A chain that no release has heard of, as its operator set it up. */
function configure(change: Partial<ChainConfig> = {}): ChainConfig {
  const served: ChainConfig = {
    chainId,
    shortName: 'else',
    name: 'Elsewhere',
    rpcUrl: devnet.url,
    nativeCurrency: { name: 'Coin', symbol: 'COIN', decimals: 18 },
    testnet: false,
    local: false,
    l2: true,
    features: ['ERC721', 'EIP1271', 'EIP1559'],
    recommendedVersion: '1.3.0',
    blockExplorer: {
      name: 'Elsewhere',
      address: 'https://elsewhere.example/a/{{address}}',
      txHash: 'https://elsewhere.example/t/{{txHash}}',
    },
    ...change,
  }
  const [chain] = applyEnvironment(
    { version: '0', chains: [served], walletConnect: null, demo: null },
    { gatewayUrl: null, rpcUrls: [] },
  ).chains
  return chain ?? served
}

async function takeSnapshot(chain: ChainConfig): Promise<Snapshot> {
  const client = createChainClient(chain)
  const { address } = safe
  const number = await devnet.client.getBlockNumber()
  const reading = await readSafe(client, { address, head: { number } })
  if (reading.status !== 'safe') throw new Error('There is no safe.')
  const { block } = reading.provenance
  return { chain, address, safe: reading.safe, block, client }
}

/** Tells what gas costs, on an address of its own. */
async function serveOracle(answer: unknown): Promise<string> {
  const server = createServer((_, reply) => reply.end(JSON.stringify(answer)))
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return `http://127.0.0.1:${port}`
}

const sending = createInput({ token: `${rings}:1`, recipient: bob.address })

test('sends collectibles where its operator says so', async () => {
  const calls = await buildTransfers(sending, await takeSnapshot(configure()))
  expect(calls).toMatchObject([{ to: rings, value: 0n, operation: 0 }])
  // The registry leaves the flow out elsewhere.
  expect(flowList['send-collectibles'].feature).toBe('ERC721')
  expect(hasFeature(configure({ features: ['EIP1271'] }), 'ERC721')).toBe(false)
})

test('signs messages off chain and on chain', async () => {
  const chain = configure()
  expect(createMessage({ chain }).way).toBe('offChain')
  expect(createMessage({ chain: configure({ features: [] }) }).way).toBe(
    'onChain',
  )
  const domain = { chainId, safe: safe.address, version: safe.version }
  const call = await buildOnChainSignature(createChainClient(chain), {
    domain,
    content: 'The owners approve the budget.',
  })
  expect(call.operation).toBe(1)
})

test('creates safes from the contracts at their canonical addresses', async () => {
  const chain = configure()
  const client = createChainClient(chain)
  const plan = {
    chainId,
    owners: [bob.address],
    threshold: 1,
    version: '1.4.1',
  } as const
  const { to, data, address } = await predictSafe(client, { chain, plan })
  await sendTransaction(devnet.client, { account: alice, to, data })
  const number = await devnet.client.getBlockNumber()
  const reading = await readSafe(client, { address, head: { number } })
  expect(reading).toMatchObject({
    status: 'safe',
    safe: { owners: [bob.address], known: true },
  })
  const [logging, silent] = await Promise.all(
    [chain, configure({ l2: false })].map((one) =>
      readCreationContracts(client, { chain: one, version: '1.4.1' }),
    ),
  )
  expect(logging?.singleton).not.toBe(silent?.singleton)
})

test('has the explorer and the recommended version of its operator', async () => {
  const chain = configure()
  const { address } = safe
  expect(findExplorerLink(chain, { address })?.href).toBe(
    `https://elsewhere.example/a/${address}`,
  )
  const { safe: read } = await takeSnapshot(chain)
  expect(findVersionState(read, chain)).toEqual({ status: 'current' })
  expect(
    findVersionState(read, configure({ recommendedVersion: '1.5.0' })),
  ).toMatchObject({ status: 'outdated', target: '1.5.0' })
})

test('pays what its operator says a unit of gas costs', async () => {
  const execution = { to: safe.address, data: '0x' } as const
  const estimate = async (gasPrice: GasPrice[]) => {
    const chain = configure({ gasPrice })
    const client = createChainClient(chain)
    const sender = alice.address
    return (await estimateExecution(client, { chain, execution, sender })).fees
  }
  const fixed = { type: 'fixed', weiValue: '7000000007' } as const
  const oracle = {
    type: 'oracle',
    uri: await serveOracle({ data: { fast: '2.5' } }),
    gasParameter: 'fast',
    gweiFactor: '1000000000.000000000',
  } as const
  const legacy = (gasPrice: bigint) => ({ kind: 'legacy', gasPrice })
  expect(await estimate([fixed])).toEqual(legacy(7_000_000_007n))
  expect(await estimate([oracle, fixed])).toEqual(legacy(2_500_000_000n))
  const silent = { ...oracle, gasParameter: 'slow' }
  expect(await estimate([silent, fixed])).toEqual(legacy(7_000_000_007n))
  expect(
    await estimate([
      {
        type: 'fixed1559',
        maxFeePerGas: '3000000000',
        maxPriorityFeePerGas: '5',
      },
    ]),
  ).toEqual({
    kind: 'eip1559',
    maxFeePerGas: 3_000_000_000n,
    maxPriorityFeePerGas: 5n,
  })
  // Whatever comes after one that nobody knows: the node is asked.
  const unknown = { type: 'UNKNOWN', wireType: 'TOMORROW' } as const
  for (const none of [[], [unknown, fixed]])
    expect(await estimate(none)).toMatchObject({ kind: 'eip1559' })
})

test('finds names in the registry of its operator, where names are on', async () => {
  const ensRegistryAddress = '0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e'
  const resolve = (change: Partial<ChainConfig>) => {
    const chain = configure(change)
    const client = createChainClient(chain)
    return resolveName(client, { chain, name: 'nobody-has-this.eth' })
  }
  const features = ['DOMAIN_LOOKUP']
  await expect(resolve({ features, ensRegistryAddress })).rejects.toThrow(
    UnknownNameError,
  )
  await expect(resolve({ ensRegistryAddress })).rejects.toThrow(NoNamesError)
  await expect(resolve({ features })).rejects.toThrow(NoNamesError)
})

test('asks many at once where its operator says', async () => {
  const multicall3Address = '0x00000000000000000000000000000000000000C3'
  const chain = configure({ multicall3Address })
  const code = await devnet.client.getCode({ address: multicall3 })
  await devnet.client.setCode({
    address: multicall3Address,
    bytecode: code ?? '0x',
  })
  expect(createChainClient(chain).multicall).toBe(multicall3Address)
  const [read] = await readContracts(createChainClient(chain), [rings])
  expect(read?.kind).toBe('erc721')
})

test('refuses a batch where its contract is not the published one', async () => {
  const snapshot = await takeSnapshot(configure())
  await assertBatchable(snapshot)
  const { address } = findBatchContract({ chainId, version: safe.version })
  const code = await devnet.client.getCode({ address })
  for (const bytecode of ['0x', '0x00'] as const) {
    await devnet.client.setCode({ address, bytecode })
    await expect(assertBatchable(snapshot)).rejects.toThrow(
      /isn’t deployed on Elsewhere/,
    )
  }
  await devnet.client.setCode({ address, bytecode: code ?? '0x' })
})

test('is read without the contract that asks many at once', async () => {
  const client = createChainClient(configure())
  const ask = () => readContracts(client, [rings, safe.address, bob.address])
  const together = await ask()
  await devnet.client.setCode({ address: multicall3, bytecode: '0x' })
  const singly = await ask()
  const kinds = singly.map(({ kind }) => kind)
  expect(kinds).toEqual(['erc721', 'safe', undefined])
  expect(kinds).toEqual(together.map(({ kind }) => kind))
  const calls = await buildTransfers(sending, await takeSnapshot(configure()))
  expect(calls).toHaveLength(1)
})
