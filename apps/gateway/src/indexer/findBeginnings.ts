import { findCreationBlock } from '../chain/findCreation.js'
import {
  type Beginning,
  listWithoutBeginning,
  saveBeginning,
} from '../store/beginnings.js'
import type { Cursor } from '../store/cursors.js'
import type { FollowedChain } from './followedChain.js'

const atOnce = 10

/**
 * Finds where the past of new safes begins. Here and not where they are asked
 * for, because it takes some 25 questions to a node.
 */
export async function findBeginnings(
  chain: FollowedChain,
  cursor: Cursor,
): Promise<void> {
  const { chainId, store } = chain
  const open = await listWithoutBeginning(store, { chainId, limit: atOnce })
  await Promise.all(open.map((each) => findBeginning(chain, cursor, each)))
}

async function findBeginning(
  { chainId, store, pool, settings }: FollowedChain,
  { number: head }: Cursor,
  { safe, creationBlock }: Beginning,
): Promise<void> {
  const creation =
    creationBlock ??
    (await pool.use((rpc) => findCreationBlock(rpc, { safe, head })))
  const { blocksBeforeCreation: before } = settings
  const wantedFrom = creation > before ? creation - before : 0n
  await saveBeginning(store, { chainId, safe, wantedFrom })
}
