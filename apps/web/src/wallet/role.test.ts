import {
  type Devnet,
  demoAccounts,
  deploySafe,
  deploySafeContracts,
  startDevnet,
} from '@covault/devnet'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ChainClient, createChainClient } from '../trust/chainClient.js'
import { ownsThrough } from './role.js'

const { alice, bob, carol } = demoAccounts

let devnet: Devnet
let client: ChainClient

beforeAll(async () => {
  devnet = await startDevnet({ chainId: 31337 })
  await deploySafeContracts(devnet)
  client = createChainClient({
    chainId: 31337,
    shortName: 'local1',
    name: 'Local 1',
    rpcUrl: devnet.url,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    testnet: true,
    local: true,
  })
})

afterAll(() => devnet.stop())

test('finds an owner through one safe and through two, and nobody else', async () => {
  const inner = await deploySafe(devnet, {
    owners: [alice.address],
    threshold: 1,
  })
  const outer = await deploySafe(devnet, {
    owners: [inner.address, bob.address],
    threshold: 1,
  })
  const blockNumber = await devnet.client.getBlockNumber()
  const ask = (owner: `0x${string}`, account: `0x${string}`) =>
    ownsThrough(client, { owners: [owner], account, blockNumber })
  expect(await ask(inner.address, alice.address)).toBe(true)
  expect(await ask(outer.address, alice.address)).toBe(true)
  expect(await ask(outer.address, carol.address)).toBe(false)
  expect(await ask(bob.address, bob.address)).toBe(false)
})
