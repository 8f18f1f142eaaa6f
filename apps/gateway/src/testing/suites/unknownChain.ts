import {
  type Devnet,
  demoAccounts,
  deploySafe,
  deploySafeContracts,
  signTransaction,
  startDevnet,
} from '@covault/devnet'
import { findChain } from '@covault/protocol'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { storeProposal } from '../proposals.js'
import { createTestApp, type TestApp } from '../testApp.js'
import { shareTestWorld, type TestWorld } from '../testWorld.js'

// A chain the release never heard of is served by what the operator says.

const chainId = 987_654
const told = {
  name: 'New Chain',
  shortName: 'new',
  nativeCurrency: { name: 'Newton', symbol: 'NEW', decimals: 12 },
  features: ['ERC721', 'A_WORD_OF_OTHERS'],
  recommendedVersion: '1.5.0',
  blockExplorer: {
    name: 'Scan',
    address: 'https://scan.example/a/{{address}}',
    txHash: 'https://scan.example/t/{{txHash}}',
  },
  gasPrice: [{ type: 'fixed', weiValue: '7' }],
}

let world: TestWorld
let devnet: Devnet
let api: TestApp

beforeAll(async () => {
  expect(findChain(chainId)).toBeUndefined()
  world = await shareTestWorld()
  devnet = await startDevnet({ chainId })
  await deploySafeContracts(devnet)
  const rpcUrls = [devnet.url]
  api = await createTestApp({
    rpcUrl: devnet.url,
    chainId,
    database: await world.openDatabase(),
    configuration: { chains: [{ chainId, rpcUrls, ...told }] },
  })
}, 300_000)
afterAll(async () => {
  await api?.stop()
  await devnet?.stop()
  await world?.stop()
})

test('an unknown chain is told of as its operator tells of it', async () => {
  const reply = await api.app.inject(`/v1/chains/${chainId}`)
  expect(reply.json()).toMatchObject({
    chainName: 'New Chain',
    shortName: 'new',
    nativeCurrency: told.nativeCurrency,
    features: expect.arrayContaining(told.features),
    gasPrice: told.gasPrice,
    recommendedMasterCopyVersion: '1.5.0',
    blockExplorerUriTemplate: {
      address: 'https://scan.example/a/{{address}}',
      txHash: 'https://scan.example/t/{{txHash}}',
      api: 'http://localhost:80/api',
    },
  })
})

test('a safe on it is read, judged and counted by what was told', async () => {
  const owner = demoAccounts.alice
  const { address } = await deploySafe(devnet, {
    owners: [owner.address],
    threshold: 1,
    version: '1.4.1',
  })
  await devnet.client.setBalance({ address, value: 3_500_000_000_000n })
  const safe = await api.app.inject(`/v1/chains/${chainId}/safes/${address}`)
  expect(safe.json()).toMatchObject({
    threshold: 1,
    version: '1.4.1+L2',
    implementationVersionState: 'OUTDATED',
  })
  const balances = await api.app.inject(
    `/v1/chains/${chainId}/safes/${address}/balances/USD`,
  )
  expect(balances.json().items).toMatchObject([
    {
      balance: '3500000000000',
      tokenInfo: { symbol: 'NEW', decimals: 12, type: 'NATIVE_TOKEN' },
    },
  ])
  // Its features do not say that a transaction may go without a figure.
  const estimate = await api.app.inject({
    method: 'POST',
    url: `/v2/chains/${chainId}/safes/${address}/multisig-transactions/estimations`,
    payload: { to: owner.address, value: '0', data: '0x', operation: 0 },
  })
  expect(BigInt(estimate.json().safeTxGas)).toBeGreaterThan(21_000n)
})

test('lists are filtered by amounts of its own currency', async () => {
  const owner = demoAccounts.alice
  const safe = await deploySafe(devnet, {
    owners: [owner.address],
    threshold: 1,
    version: '1.4.1',
    saltNonce: 12n,
  })
  const plan = { to: owner.address, value: 500_000_000_000n }
  const signed = await signTransaction(safe, { plan, signers: [owner] })
  await storeProposal(api.store, signed)
  const ask = (list: string, value: string) =>
    api.app.inject(
      `/v1/chains/${chainId}/safes/${safe.address}/${list}/?value=${value}`,
    )
  const found = await ask('multisig-transactions', '0.5')
  expect(found.json().results).toMatchObject([
    { transaction: { id: expect.stringContaining(signed.safeTxHash) } },
  ])
  const others = await ask('multisig-transactions', '0.0000005')
  expect(others.json().results).toEqual([])
  for (const list of ['multisig-transactions', 'incoming-transfers'])
    for (const [value, status] of [
      ['0.000000000001', 200],
      ['0.0000000000001', 422],
    ] as const)
      expect((await ask(list, value)).statusCode).toBe(status)
})
