import { readFees } from '../chain/fees.js'
import { readCursor } from '../store/cursors.js'
import { listFeesDue, saveFees } from '../store/fees.js'
import type { FollowedChain } from './followedChain.js'

const perRound = 100

/** Asks what executions cost; logs do not tell, and nobody waits for it. */
export async function fillFees(chain: FollowedChain): Promise<number> {
  const { chainId, store, pool } = chain
  const cursor = await readCursor(store, chainId)
  if (!cursor) return 0
  const asked = await listFeesDue(store, { chainId, limit: perRound })
  if (asked.length === 0) return 0
  const fees = await pool.use((rpc) => readFees(rpc, asked))
  await saveFees(store, { chainId, epoch: cursor.epoch, asked, fees })
  return fees.length
}
