import {
  type Devnet,
  demoAccounts,
  deploySafe,
  deploySafeContracts,
  startDevnet,
} from '@covault/devnet'
import type { Address } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ChainClient, createChainClient } from '../trust/chainClient.js'
import { findOwningSafes } from './owningSafes.js'

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

test('finds the way to an account through one, two and three safes, and no further', async () => {
  const own = async (owners: readonly Address[]) =>
    (await deploySafe(devnet, { owners: [...owners], threshold: 1 })).address
  const top = await own([alice.address])
  const middle = await own([top, bob.address])
  const low = await own([middle])
  const lowest = await own([low])
  const blockNumber = await devnet.client.getBlockNumber()
  const ask = async (owner: Address, account: Address) =>
    (
      await findOwningSafes(client, { owners: [owner], account, blockNumber })
    ).map(({ trail }) => trail)
  expect(await ask(top, alice.address)).toEqual([[top]])
  expect(await ask(middle, alice.address)).toEqual([[top, middle]])
  expect(await ask(low, alice.address)).toEqual([[top, middle, low]])
  expect(await ask(low, bob.address)).toEqual([[middle, low]])
  expect(await ask(lowest, alice.address)).toEqual([])
  expect(await ask(middle, carol.address)).toEqual([])
  expect(await ask(bob.address, bob.address)).toEqual([])
})
