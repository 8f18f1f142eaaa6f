import {
  type DeployedSafe,
  demoAccounts,
  deployDemoContracts,
  deploySafe,
  sendTransaction,
} from '@covault/devnet'
import { type Address, concat, type Hex, numberToHex, pad } from 'viem'
import { type Assets, createAssets } from '../assets/assets.js'
import type { AssetsConfig } from '../assetsConfig.js'
import type { Resolve } from '../chain/pinnedRequest.js'
import { createRpcPool } from '../chain/rpcPool.js'
import { completeChain } from '../chainsConfig.js'
import type { FollowedChain } from '../indexer/followedChain.js'
import { placeEmitter } from './emitter.js'
import { silent } from './silent.js'
import {
  catchUp,
  createTestChain,
  shareTestWorld,
  type TestWorld,
  watch,
} from './testWorld.js'

/** A followed safe on a chain with the demo's contracts. */
export type AssetsWorld = TestWorld & {
  chain: FollowedChain
  safe: Address
  deployed: DeployedSafe
  /** Questions to nodes that assets made so far. */
  countQuestions(): number
  /** What they asked for, in order. */
  listQuestions(): readonly string[]
  openAssets(
    config?: Partial<AssetsConfig>,
    options?: {
      now?: () => Date
      urls?: readonly string[]
      resolve?: Resolve
    },
  ): Assets
  /** Lets a contract log something, whatever code is at its address later. */
  log(token: Address, topics: readonly Hex[], data?: Hex): Promise<void>
  send(to: Address, data: Hex): Promise<void>
  /** Applies what happened. */
  follow(): Promise<void>
}

export async function openAssetsWorld(parameters: {
  saltNonce: bigint
}): Promise<AssetsWorld> {
  const world = await shareTestWorld()
  const { devnet } = world
  await deployDemoContracts(devnet)
  const deployed = await deploySafe(devnet, {
    owners: [demoAccounts.alice.address],
    threshold: 1,
    saltNonce: parameters.saltNonce,
  })
  const { address: safe } = deployed
  const { store } = await world.openDatabase()
  const chain = createTestChain({ store, urls: [devnet.url] })
  await catchUp(chain)
  await watch(chain, safe)
  const questions: string[] = []
  const send = async (to: Address, data: Hex) => {
    const account = demoAccounts.dave
    await sendTransaction(devnet.client, { account, to, data, gas: 5_000_000n })
  }
  return {
    ...world,
    chain,
    safe,
    deployed,
    send,
    countQuestions: () => questions.length,
    listQuestions: () => questions,
    openAssets: (config, { now, resolve, urls = [devnet.url] } = {}) => {
      const pool = createRpcPool({
        chainId: 31337,
        urls,
        observe: ({ method }) => questions.push(method),
      })
      return createAssets({
        config: { assets: { ...noAssets, ...config }, chains: [chainConfig] },
        chains: [{ chainId: 31337, pool, firstPool: pool, patientPool: pool }],
        store,
        log: silent,
        ...(now ? { now } : {}),
        ...(resolve ? { resolve } : {}),
      })
    },
    async log(token, topics, data = '0x') {
      const count = topics.length as 3 | 4
      const emitter = await placeEmitter(devnet, count)
      const bytecode = await devnet.client.getCode({ address: emitter })
      await devnet.client.setCode({
        address: token,
        bytecode: bytecode ?? '0x',
      })
      await send(token, concat([...topics, data]))
    },
    async follow() {
      await devnet.mine(1)
      await catchUp(chain)
    },
  }
}

const chainConfig = {
  ...completeChain({ chainId: 31337, rpcUrls: ['http://127.0.0.1:1'] }),
  pollMs: 20,
}

const noAssets: AssetsConfig = {
  outboundChainIds: new Set(),
  ipfsGateways: [],
  sourcify: undefined,
  listedTokens: [],
  feeds: [],
  httpPrices: [],
  constants: [],
}

const transferTopic =
  '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

export function transferTopics(from: Address, to: Address): Hex[] {
  return [transferTopic, pad(from), pad(to)]
}

export function word(value: bigint): Hex {
  return numberToHex(value, { size: 32 })
}
