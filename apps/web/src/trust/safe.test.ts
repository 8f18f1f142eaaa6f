// @vitest-environment node
import {
  type Devnet,
  demoAccounts,
  deploySafe,
  deploySafeContracts,
  runTransaction,
  startDevnet,
} from '@covault/devnet'
import { enableModuleMethod, encodeMethod } from '@covault/protocol'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ChainConfig, createChainClient } from './chainClient.js'
import { NoNamesError, resolveName, UnknownNameError } from './ens.js'
import { readHead } from './head.js'
import { readSafe } from './safe.js'

const { alice, bob } = demoAccounts
const owners = [alice.address, bob.address]

let devnet: Devnet
let chain: ChainConfig

beforeAll(async () => {
  devnet = await startDevnet({ chainId: 31337 })
  await deploySafeContracts(devnet)
  chain = {
    chainId: 31337,
    shortName: 'local1',
    name: 'Local 1',
    rpcUrl: devnet.url,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    testnet: true,
    local: true,
  }
})

afterAll(() => devnet.stop())

test.each(['1.1.1', '1.3.0', '1.4.1', '1.5.0'] as const)(
  'reads all of a safe of version %s',
  async (version) => {
    const safe = await deploySafe(devnet, { owners, threshold: 2, version })
    expect(await read(safe.address)).toMatchObject({
      status: 'safe',
      block: await devnet.client.getBlockNumber(),
      safe: {
        owners,
        threshold: 2,
        nonce: 0n,
        version,
        known: true,
        modules: [],
        hasMoreModules: false,
        guard: null,
      },
    })
  },
)

test('names the modules that can move everything', async () => {
  const safe = await deploySafe(devnet, { owners, threshold: 1, saltNonce: 7n })
  const data = encodeMethod(enableModuleMethod, { module: bob.address })
  await runTransaction(devnet, safe, {
    plan: { to: safe.address, data },
    signers: [alice],
  })
  expect(await read(safe.address)).toMatchObject({
    safe: { modules: [bob.address], nonce: 1n },
  })
})

test('tells a place without code from a contract that is no safe', async () => {
  expect(await read(bob.address)).toMatchObject({ status: 'empty' })
  const multicall = '0xcA11bde05977b3631167028862bE2a173976CA11'
  expect(await read(multicall)).toMatchObject({ status: 'notSafe' })
})

test('a chain without names says so, and one with them who is not known', async () => {
  const client = createChainClient(chain)
  await expect(
    resolveName(client, {
      chain: { ...chain, chainId: 424242 },
      name: 'a.eth',
    }),
  ).rejects.toThrow(NoNamesError)
  await expect(
    resolveName(client, { chain, name: 'nobody-has-this.eth' }),
  ).rejects.toThrow(UnknownNameError)
})

async function read(address: `0x${string}`) {
  const client = createChainClient(chain)
  return readSafe(client, { address, head: await readHead(client, chain) })
}
