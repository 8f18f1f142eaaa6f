import { BaseError } from '@covault/protocol'
import type { Address } from 'viem'
import { getSafeFilters } from '../chain/fetchLogs.js'
import { fetchLogsOfRange } from '../chain/fetchRange.js'
import { readSafe } from '../chain/probeSafe.js'
import type { RpcEndpoint } from '../chain/rpcEndpoint.js'
import { type Cursor, readCursor } from '../store/cursors.js'
import { listHistoryLines, toHistoryLines } from '../store/history.js'
import { readStates } from '../store/safeStates.js'
import { readWatch } from '../store/watches.js'
import { groupByActivity } from './activity.js'
import { compareStates } from './compareStates.js'
import type { FollowedChain } from './followedChain.js'
import { readLogs } from './readLogs.js'
import { readTimes } from './readTimes.js'

export type Difference = {
  kind: 'missing' | 'surplus' | 'state'
  line: string
}

/**
 * Reads a safe's whole history again and compares it with what is stored:
 * missing lines are on the chain only, surplus ones in the store only.
 */
export async function recheck(
  chain: FollowedChain,
  safe: Address,
): Promise<Difference[]> {
  const { chainId, store, pool } = chain
  const cursor = await readCursor(store, chainId)
  const watch = await readWatch(store, { chainId, safe })
  if (!cursor || !watch) throw new NotFollowedError(safe)
  const stored = await listHistoryLines(store, {
    chainId,
    safe,
    upTo: cursor.number,
  })
  const { lines, state } = await pool.use((rpc) =>
    rescan(chain, rpc, { safe, cursor, from: watch.wantedFrom ?? 0n }),
  )
  const known = new Set(stored)
  const found = new Set(lines)
  const kept = (await readStates(store, { chainId, safes: [safe] })).get(safe)
  const differs = compareStates({
    former: kept,
    present: state,
    activities: [],
  })
  return [
    ...lines
      .filter((line) => !known.has(line))
      .map((line) => ({ kind: 'missing' as const, line })),
    ...stored
      .filter((line) => !found.has(line))
      .map((line) => ({ kind: 'surplus' as const, line })),
    ...(differs.changed
      ? [
          {
            kind: 'state' as const,
            line: `The contract answers ${describe(state)}; stored is ${kept ? describe(kept) : 'nothing'}.`,
          },
        ]
      : []),
  ]
}

async function rescan(
  chain: FollowedChain,
  rpc: RpcEndpoint,
  parameters: { safe: Address; cursor: Cursor; from: bigint },
) {
  const { safe, cursor, from: lowest } = parameters
  const state = await readSafe(rpc, { safe, blockHash: cursor.hash })
  const lines: string[] = []
  for (let to = cursor.number; to >= lowest; ) {
    const { logs, from } = await fetchLogsOfRange(rpc, {
      filters: getSafeFilters([safe]),
      from: lowest,
      to,
      ranges: chain.ranges,
    })
    const safes = new Set([safe])
    const times = await readTimes(rpc, logs)
    const rows = await readLogs(chain, rpc, {
      logs,
      safes,
      decoded: groupByActivity({ logs, safes, times }),
      states: new Map([[safe, state]]),
      noncesUsed: new Map(),
    })
    lines.push(...toHistoryLines(rows, safe))
    to = from - 1n
  }
  return { lines, state }
}

function describe(state: {
  owners: readonly Address[]
  threshold: bigint
  nonce: bigint
  singleton: Address
}): string {
  const { owners, threshold, nonce, singleton } = state
  return `${threshold} of ${owners.join(', ')}, nonce ${nonce}, singleton ${singleton}`
}

export class NotFollowedError extends BaseError {
  override name = 'NotFollowedError'
  constructor(safe: Address) {
    super(`${safe} is not indexed, so there is nothing to compare.`)
  }
}
