import type { Logger } from 'pino'
import type { Address } from 'viem'
import type { RangeMemory } from '../chain/fetchRange.js'
import { quietMs } from '../chain/newHeads.js'
import type { RpcPool } from '../chain/rpcPool.js'
import type { Store } from '../store/openStore.js'
import type { HintSource } from './hintSource.js'

/** What every step of following one chain needs. */
export type FollowedChain = {
  chainId: number
  pool: RpcPool
  store: Store
  log: Logger
  ranges: RangeMemory
  /** Says where to look first; nothing it says is believed. */
  hints?: HintSource | undefined
  /** A node that announces new blocks by itself. */
  headsUrl?: string | undefined
  settings: FollowSettings
}

export type FollowSettings = {
  /** Blocks below the head that may still change; undefined: the node says. */
  finalityDepth: bigint | undefined
  /** Find all safes of the known factories. */
  factoryMode: boolean
  /** Behind by more than this, the past is left to the backfill. */
  jumpDistance: bigint
  /** The same where blocks are read whole: the backfill's work grows with the safes. */
  wholeJumpDistance: bigint
  /** How long a node may be behind us before we believe the chain went back. */
  lagPatienceMs: number
  /** With more safes than this, blocks are read whole instead of asked for each. */
  wholeBlocksAbove: number
  /** Of the past, so many are stored at once while the next are understood. */
  logsPerStep: number
  pollMs: number
  /** The same while a node announces new blocks, and none is missing. */
  quietMs: number
  idleSeconds: number
  /** Tokens may arrive before the safe exists. */
  blocksBeforeCreation: bigint
  /** Followed from the beginning and never let go. */
  pinned: readonly Address[]
}

export const defaultSettings: FollowSettings = {
  finalityDepth: undefined,
  factoryMode: false,
  jumpDistance: 500n,
  wholeJumpDistance: 20_000n,
  lagPatienceMs: 15_000,
  wholeBlocksAbove: 1_000,
  logsPerStep: 300,
  pollMs: 1_000,
  quietMs,
  idleSeconds: 30 * 24 * 3600,
  blocksBeforeCreation: 0n,
  pinned: [],
}
