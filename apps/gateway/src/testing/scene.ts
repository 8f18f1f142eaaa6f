import {
  type DeployedSafe,
  demoAccounts,
  deploySafe,
  runTransaction,
  type SignedTransaction,
  sendTransaction,
} from '@covault/devnet'
import { buildSignatures, encodeExecTransaction } from '@covault/protocol'
import type { Address, Hex } from 'viem'
import type { FollowedChain } from '../indexer/followedChain.js'
import { listHistoryLines } from '../store/history.js'
import { type FaultyRpc, startFaultyRpc } from './faultyRpc.js'
import {
  catchUp,
  createTestChain,
  startTestWorld,
  type TestWorld,
  watch,
} from './testWorld.js'

const { alice, dave } = demoAccounts

/** A world with safes, nodes that fail on demand and indexers to look at it. */
export type Scene = Awaited<ReturnType<typeof openScene>>

export async function openScene(parameters: { firstSalt: bigint }) {
  const world: TestWorld = await startTestWorld()
  const { devnet } = world
  const proxies: FaultyRpc[] = []
  let salt = parameters.firstSalt

  const send = (to: Address, value: bigint) =>
    sendTransaction(devnet.client, { account: dave, to, value })

  return {
    world,
    devnet,
    send,
    /** One owner, some money. */
    async newSafe(plan: Partial<Parameters<typeof deploySafe>[1]> = {}) {
      const safe = await deploySafe(devnet, {
        owners: [alice.address],
        threshold: 1,
        saltNonce: ++salt,
        ...plan,
      })
      await send(safe.address, 1_000_000n)
      return safe
    },
    pay: (safe: DeployedSafe, value: bigint) =>
      runTransaction(devnet, safe, {
        plan: { to: dave.address, value },
        signers: [alice],
      }),
    /** A chain as an indexer sees it, with a database of its own. */
    async newChain(
      settings: Partial<Parameters<typeof createTestChain>[0]> = {},
    ) {
      const { store } = await world.openDatabase()
      return createTestChain({ store, urls: [devnet.url], ...settings })
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

export async function follow(
  chain: FollowedChain,
  safe: Address,
): Promise<void> {
  await catchUp(chain)
  await watch(chain, safe)
  await catchUp(chain)
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
  patienceMs = 25_000,
): Promise<void> {
  const giveUpAt = Date.now() + patienceMs
  const check = async () => isThere()
  while (!(await check().catch(() => false))) {
    if (Date.now() > giveUpAt) throw new Error(`Waited in vain for ${what}.`)
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}
