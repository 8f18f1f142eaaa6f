// @vitest-environment node
import {
  type Devnet,
  demoAccounts,
  deploySafe,
  deploySafeContracts,
  sendTransaction,
  startDevnet,
} from '@covault/devnet'
import type { Hex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type ChainClient,
  type ChainConfig,
  createChainClient,
} from '../../trust/chainClient.js'
import { NotDeployedError } from '../../understand/newSafe/creationContracts.js'
import {
  type Prediction,
  predictSafe,
} from '../../understand/newSafe/prediction.js'
import {
  offeredVersions,
  type SafePlan,
} from '../../understand/newSafe/safePlan.js'
import { readCreation } from './creation.js'

const { alice, bob, carol, deployer } = demoAccounts

let devnet: Devnet
let chain: ChainConfig
let client: ChainClient

beforeAll(async () => {
  devnet = await startDevnet({ chainId: 31337 })
  chain = {
    chainId: devnet.chainId,
    shortName: 'local1',
    name: 'Local 1',
    rpcUrl: devnet.url,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    testnet: true,
    local: true,
  }
  client = createChainClient(chain)
  await expect(predictSafe(client, { chain, plan: plan() })).rejects.toThrow(
    NotDeployedError,
  )
  await deploySafeContracts(devnet)
})

afterAll(() => devnet.stop())

function plan(part: Partial<SafePlan> = {}): SafePlan {
  return {
    chainId: 31337,
    owners: [alice.address, bob.address],
    threshold: 2,
    version: '1.4.1',
    ...part,
  }
}

async function send({ to, data }: Prediction): Promise<Hex> {
  const { transactionHash } = await sendTransaction(devnet.client, {
    account: deployer,
    to,
    data,
  })
  return transactionHash
}

test.each(offeredVersions)(
  'a safe of version %s comes to be where it was predicted',
  async (version) => {
    const wanted = plan({ version })
    const prediction = await predictSafe(client, { chain, plan: wanted })
    const transactionHash = await send(prediction)
    const state = await readCreation(client, {
      chain,
      plan: wanted,
      sent: { transactionHash, address: prediction.address, sentAt: 0 },
    })
    expect(state).toMatchObject({
      status: 'created',
      safe: { address: prediction.address, version, threshold: 2, known: true },
    })
  },
)

test('skips every salt that is used', async () => {
  const wanted = plan({ owners: [alice.address, carol.address], threshold: 1 })
  for (let saltNonce = 0n; saltNonce < 6n; saltNonce += 1n)
    await deploySafe(devnet, { ...wanted, saltNonce })
  const { saltNonce } = await predictSafe(client, { chain, plan: wanted })
  expect(saltNonce).toBe(6n)
})

test('owners in another order are another safe', async () => {
  const one = await predictSafe(client, {
    chain,
    plan: plan({ owners: [bob.address, carol.address] }),
  })
  const other = await predictSafe(client, {
    chain,
    plan: plan({ owners: [carol.address, bob.address] }),
  })
  expect(one.address).not.toBe(other.address)
})

test('waits for what is not mined, and knows what nobody has heard of', async () => {
  const wanted = plan({ threshold: 1 })
  const { address } = await predictSafe(client, { chain, plan: wanted })
  const sent = {
    transactionHash: `0x${'ab'.repeat(32)}` as const,
    address,
    sentAt: 0,
  }
  expect(await readCreation(client, { chain, plan: wanted, sent })).toEqual({
    status: 'waiting',
    isKnown: false,
  })
})

test('tells a transaction that failed from one that made something else', async () => {
  const wanted = plan({ owners: [carol.address], threshold: 1 })
  const { address } = await predictSafe(client, { chain, plan: wanted })
  const other = await predictSafe(client, {
    chain,
    plan: plan({ owners: [bob.address], threshold: 1 }),
  })
  const read = (transactionHash: Hex) =>
    readCreation(client, {
      chain,
      plan: wanted,
      sent: { transactionHash, address, sentAt: 0 },
    })
  expect(await read(await send(other))).toEqual({ status: 'different' })
  // The same call again: the factory finds its place taken.
  const { to, data } = other
  const failed = await devnet.client.sendTransaction({
    account: deployer,
    to,
    data,
    gas: 1_000_000n,
    chain: null,
  } as never)
  await devnet.client.waitForTransactionReceipt({ hash: failed })
  expect(await read(failed)).toEqual({ status: 'reverted' })
})

test('no matter who sent it, the safe at the predicted address is the one', async () => {
  const wanted = plan({ owners: [carol.address, alice.address] })
  const prediction = await predictSafe(client, { chain, plan: wanted })
  await send(prediction)
  const sent = {
    transactionHash: `0x${'cd'.repeat(32)}` as const,
    address: prediction.address,
    sentAt: 0,
  }
  expect(
    await readCreation(client, { chain, plan: wanted, sent }),
  ).toMatchObject({ status: 'created' })
})
