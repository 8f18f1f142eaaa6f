import type { Address, Hex } from 'viem'
import { getLatestBlock } from '../chain/blocks.js'
import { readSafe } from '../chain/probeSafe.js'
import { NotASafeError } from '../chain/readSafe.js'
import { RpcAnswerError } from '../chain/rpcErrors.js'
import type { RpcPool } from '../chain/rpcPool.js'
import { type BlockId, readCursor } from '../store/cursors.js'
import type { Store } from '../store/openStore.js'
import type { StoredState } from '../store/safeStates.js'

/**
 * What safes are that nobody follows, read from the chain. Those who ask at
 * the same time share one answer, and at the same block nobody asks again.
 */
export type ChainStates = {
  read(parameters: {
    store: Store
    pool: RpcPool
    safe: Address
  }): Promise<StoredState>
  /**
   * Lets those who look follow one after the other. Where many wait, the next
   * one goes without, so that connections are left for everybody else.
   */
  inTurn(work: () => Promise<unknown>): Promise<void>
}

/** As many as one overview shows, and some more. */
const mostWaiting = 20

/** Answers that are kept; the one made longest ago is forgotten first. */
const mostKept = 1_000

export function createChainStates(): ChainStates {
  let waiting = 0
  let turn: Promise<unknown> = Promise.resolve()
  const underway = new Map<string, Promise<StoredState>>()
  const kept = new Map<string, { hash: Hex; answer: StoredState | Error }>()

  const readAt = async (
    parameters: { pool: RpcPool; safe: Address },
    block: BlockId | undefined,
  ) => {
    const key = toKey(parameters)
    const known = kept.get(key)
    if (known && known.hash === block?.hash) return known.answer
    const answer = await readFromChain(parameters, block)
    if (block) keep(key, { hash: block.hash, answer })
    return answer
  }

  const keep = (
    key: string,
    entry: { hash: Hex; answer: StoredState | Error },
  ) => {
    kept.delete(key)
    kept.set(key, entry)
    for (const oldest of kept.keys()) {
      if (kept.size <= mostKept) break
      kept.delete(oldest)
    }
  }

  return {
    read({ store, pool, safe }) {
      const key = toKey({ pool, safe })
      const found = underway.get(key)
      if (found) return found
      const reading = (async () => {
        // Where the indexer stands, so that a reorg takes back what is stored.
        const cursor = await readCursor(store, pool.chainId)
        const answer = await readAt({ pool, safe }, cursor)
        if (answer instanceof Error) throw answer
        return answer
      })().finally(() => underway.delete(key))
      underway.set(key, reading)
      return reading
    },
    async inTurn(work) {
      if (waiting >= mostWaiting) return
      waiting++
      const mine = turn.then(work).finally(() => {
        waiting--
      })
      turn = mine.catch(() => undefined)
      await mine
    },
  }
}

function toKey({ pool, safe }: { pool: RpcPool; safe: Address }): string {
  return `${pool.chainId}:${safe}`
}

async function readFromChain(
  { pool, safe }: { pool: RpcPool; safe: Address },
  cursor: BlockId | undefined,
): Promise<StoredState | NotASafeError> {
  const readBlock = (block: BlockId | undefined) =>
    pool.use(async (rpc) => {
      const { number, hash } = block ?? (await getLatestBlock(rpc))
      const state = await readSafe(rpc, { safe, blockHash: hash })
      return {
        safe,
        ...state,
        blockNumber: number,
        blockHash: hash,
        verified: true,
      }
    })
  try {
    return await readBlock(cursor).catch((error: unknown) => {
      // A node that forgot the block, or never had it, has another.
      if (cursor && error instanceof RpcAnswerError) return readBlock(undefined)
      throw error
    })
  } catch (error) {
    if (error instanceof NotASafeError) return error
    throw error
  }
}
