import { getLatestBlock } from '../chain/blocks.js'
import { type BlockId, readCursor } from '../store/cursors.js'
import type { Store } from '../store/openStore.js'
import type { AssetChain } from './assetChain.js'

/**
 * The block at which everything of one answer is true: the last one that is
 * applied, so that amounts and history belong together.
 */
export async function pinBlock(
  store: Store,
  { chainId, pool }: Pick<AssetChain, 'chainId' | 'pool'>,
): Promise<BlockId> {
  const cursor = await readCursor(store, chainId)
  if (cursor) return { number: cursor.number, hash: cursor.hash }
  const { number, hash } = await pool.use(getLatestBlock)
  return { number, hash }
}
