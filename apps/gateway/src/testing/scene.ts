import {
  type DeployedSafe,
  demoAccounts,
  describeSafe,
  getCreationCall,
  proposeTransaction,
  type SafePlan,
  type SignedTransaction,
  signTransaction,
  type TransactionPlan,
} from '@covault/devnet'
import { buildSignatures, encodeExecTransaction } from '@covault/protocol'
import type { Address, Hex, TransactionReceipt } from 'viem'
import type { FollowedChain } from '../indexer/followedChain.js'
import { splitEvery } from '../splitEvery.js'
import { listHistoryLines } from '../store/history.js'
import { type FaultyRpc, startFaultyRpc } from './faultyRpc.js'
import { type BlockTransaction, sendBlock } from './sendBlock.js'
import {
  catchUp,
  createTestChain,
  startTestWorld,
  type TestWorld,
  watch,
} from './testWorld.js'

const { alice, dave, deployer } = demoAccounts

/** A world with safes, nodes that fail on demand and indexers to look at it. */
export type Scene = Awaited<ReturnType<typeof openScene>>

export async function openScene(parameters: {
  firstSalt: bigint
  chainId?: number
}) {
  const world: TestWorld = await startTestWorld(parameters)
  const { devnet } = world
  const proxies: FaultyRpc[] = []
  let salt = parameters.firstSalt

  /** One owner, some money; all of them in one block. */
  const newSafes = async (plans: readonly Partial<SafePlan>[]) => {
    const complete = plans.map(
      (plan): SafePlan => ({
        owners: [alice.address],
        threshold: 1,
        saltNonce: ++salt,
        ...plan,
      }),
    )
    const safes = complete.map((plan) => describeSafe(devnet.chainId, plan))
    const account = deployer
    const receipts = await sendBlock(devnet, [
      ...complete.map((plan) => ({ account, ...getCreationCall(plan) })),
      ...safes.map(({ address: to }) => ({ account, to, value: 1_000_000n })),
    ])
    return safes.map((safe, index) => ({
      ...safe,
      transactionHash: receipts[index]?.transactionHash ?? '0x',
    }))
  }

  const run = async (
    safe: DeployedSafe,
    plan: TransactionPlan,
    { gas = 1_000_000n, signers = [alice] } = {},
  ): Promise<SignedTransaction & { receipt: TransactionReceipt }> => {
    const signed = await proposeTransaction(devnet, safe, { plan, signers })
    const [receipt] = await sendBlock(devnet, [toExecution(signed, { gas })])
    if (!receipt) throw new TypeError('One transaction was sent.')
    return { ...signed, receipt }
  }

  return {
    world,
    devnet,
    newSafes,
    run,
    async newSafe(plan: Partial<SafePlan> = {}) {
      const [safe] = await newSafes([plan])
      if (!safe) throw new TypeError('One safe was asked for.')
      return safe
    },
    async send(to: Address, value: bigint) {
      await sendBlock(devnet, [{ account: dave, to, value }])
    },
    pay: (safe: DeployedSafe, value: bigint) =>
      run(safe, { to: dave.address, value }),
    /** As many payments of 1, 2, 3 ..., each in a block of its own unless told otherwise. */
    async payOften(
      safe: DeployedSafe,
      parameters: { count: number; firstNonce?: number; perBlock?: number },
    ) {
      const { count, firstNonce = 0, perBlock = 1 } = parameters
      const signed = await Promise.all(
        Array.from({ length: count }, (_, index) =>
          signTransaction(safe, {
            plan: {
              to: dave.address,
              value: BigInt(index + 1),
              nonce: BigInt(firstNonce + index),
            },
            signers: [alice],
          }),
        ),
      )
      for (let at = 0; at < count; at += perBlock)
        await sendBlock(
          devnet,
          signed.slice(at, at + perBlock).map((each) => toExecution(each)),
        )
      return signed
    },
    /** A chain as an indexer sees it, with a database of its own. */
    async newChain(
      settings: Partial<Parameters<typeof createTestChain>[0]> = {},
    ) {
      const { store } = await world.openDatabase()
      const { url, chainId } = devnet
      return createTestChain({ store, urls: [url], chainId, ...settings })
    },
    async newProxy(target = devnet.url): Promise<FaultyRpc> {
      const proxy = await startFaultyRpc(target)
      proxies.push(proxy)
      return proxy
    },
    async stopProxies() {
      await Promise.all(proxies.splice(0).map((proxy) => proxy.stop()))
    },
    async stop() {
      await Promise.all(proxies.splice(0).map((proxy) => proxy.stop()))
      await world.stop()
    },
  }
}

/** As many as fit into a block. */
const perBlock = 20

/** A safe that paid often, and received a tenth as often. */
export async function makeHistory(
  scene: Scene,
  transactions: number,
): Promise<DeployedSafe & { transactionHash: Hex }> {
  const safe = await scene.newSafe()
  const received = Math.floor(transactions / 10)
  await scene.payOften(safe, { count: transactions - received, perBlock })
  const gifts = Array.from({ length: received }, (_, index) => ({
    account: dave,
    to: safe.address,
    value: BigInt(index + 1),
  }))
  for (const part of splitEvery(gifts, perBlock))
    await sendBlock(scene.devnet, part)
  return safe
}

export async function follow(
  chain: FollowedChain,
  ...safes: readonly Address[]
): Promise<void> {
  await catchUp(chain)
  for (const safe of safes) await watch(chain, safe)
  await catchUp(chain)
}

/** The outer transaction that executes, sent by alice. */
export function toExecution(
  { safe, transaction, signatures }: SignedTransaction,
  { gas = 1_000_000n } = {},
): BlockTransaction {
  return {
    account: alice,
    to: safe.address,
    data: encodeExecTransaction(transaction, buildSignatures(signatures)),
    gas,
  }
}

const everything = 10n ** 12n

export async function listLines(
  { chainId, store }: FollowedChain,
  safe: Address,
): Promise<string[]> {
  return listHistoryLines(store, { chainId, safe, upTo: everything })
}

export async function listExecutions(
  chain: FollowedChain,
  safe: Address,
): Promise<string[]> {
  const lines = await listLines(chain, safe)
  return lines.filter((line) => line.startsWith('execution'))
}

/** The raw transaction that executes, for putting into a block. */
export async function toRaw(
  { safe, transaction, signatures }: SignedTransaction,
  nonce: number,
): Promise<Hex> {
  return alice.signTransaction({
    chainId: 31337,
    to: safe.address,
    data: encodeExecTransaction(transaction, buildSignatures(signatures)),
    gas: 500_000n,
    maxFeePerGas: 100_000_000_000n,
    maxPriorityFeePerGas: 1_000_000_000n,
    nonce,
  })
}

/** Waits until something is so; says in vain for what. */
export async function waitFor(
  what: string,
  isThere: () => Promise<boolean> | boolean,
  patienceMs = 90_000,
): Promise<void> {
  const giveUpAt = Date.now() + patienceMs
  const check = async () => isThere()
  while (!(await check().catch(() => false))) {
    if (Date.now() > giveUpAt) throw new Error(`Waited in vain for ${what}.`)
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}
