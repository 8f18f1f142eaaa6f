import type { Address, Hex } from 'viem'
import { getFinalized, getHead } from '../chain/blocks.js'
import {
  type ChainLog,
  fetchLogsOfRange,
  getSafeFilters,
} from '../chain/fetchLogs.js'
import { readSafes, type SafeState } from '../chain/readSafe.js'
import type { RpcEndpoint } from '../chain/rpcEndpoint.js'
import { replaceRows } from '../store/applyBlocks.js'
import { type Cursor, markChecked, readCursor } from '../store/cursors.js'
import { listLogPlaces } from '../store/history.js'
import { type Interval, listWatches } from '../store/watches.js'
import { groupByActivity } from './activity.js'
import type { FollowedChain } from './followedChain.js'
import { readLogs } from './readLogs.js'
import { readTimes } from './readTimes.js'

/**
 * Nodes answer at the tip with logs missing. Blocks that became final are
 * asked for once more, and what differs is replaced.
 */
export async function recheckFinal(
  chain: FollowedChain,
): Promise<{ repaired: number; upTo: bigint } | undefined> {
  const { chainId, store, pool } = chain
  const cursor = await readCursor(store, chainId)
  if (!cursor) return undefined
  return pool.use(async (rpc) => {
    const head = await getHead(rpc)
    const depth = chain.settings.finalityDepth
    const final = await getFinalized(rpc, { head, depth })
    const upTo = final < cursor.number ? final : cursor.number
    if (upTo <= cursor.checked) return undefined
    const safes = (await listWatches(store, chainId)).flatMap((watch) =>
      watch.followed && (watch.followedFrom ?? upTo + 1n) <= upTo
        ? [watch.safe]
        : [],
    )
    let repaired = 0
    for (let to = upTo; to > cursor.checked && safes.length > 0; ) {
      const { logs, from } = await fetchLogsOfRange(rpc, {
        filters: getSafeFilters(safes),
        from: cursor.checked + 1n,
        to,
        ranges: chain.ranges,
      })
      repaired += await repair(chain, rpc, {
        cursor,
        safes,
        logs,
        span: { from, to },
      })
      to = from - 1n
    }
    await markChecked(store, { chainId, checked: upTo })
    return { repaired, upTo }
  })
}

async function repair(
  chain: FollowedChain,
  rpc: RpcEndpoint,
  parameters: {
    cursor: Cursor
    safes: readonly Address[]
    logs: readonly ChainLog[]
    span: Interval
  },
): Promise<number> {
  const { chainId, store } = chain
  const { cursor, safes, logs, span } = parameters
  const stored = await listLogPlaces(store, { chainId, safes, ...span })
  const expected = listExpected(logs, new Set(safes))
  const wrong = new Map(
    expected
      .filter(
        ({ blockNumber, logIndex, blockHash }) =>
          stored.get(`${blockNumber}:${logIndex}`) !== blockHash,
      )
      .map(({ blockNumber, blockHash }) => [blockNumber, blockHash]),
  )
  if (wrong.size === 0) return 0
  chain.log.error(
    { chainId, blocks: [...wrong.keys()].map(String) },
    'Final blocks hold logs that were not there before; they are repaired',
  )
  const affected = logs.filter(({ blockNumber }) => wrong.has(blockNumber))
  const times = await readTimes(rpc, affected)
  const rows = await readLogs(chain, rpc, {
    logs: affected,
    safes: new Set(safes),
    decoded: groupByActivity({ logs: affected, safes: new Set(safes), times }),
    // The stored states may have missed the same logs.
    states: await readFreshStates(rpc, { safes, blockHash: cursor.hash }),
    noncesUsed: new Map(),
  })
  await replaceRows(store, {
    chainId,
    epoch: cursor.epoch,
    safes,
    blocks: [...wrong].map(([number, hash]) => ({ number, hash })),
    rows,
  })
  return wrong.size
}

async function readFreshStates(
  rpc: RpcEndpoint,
  parameters: { safes: readonly Address[]; blockHash: Hex },
): Promise<Map<Address, SafeState>> {
  const states = await readSafes(rpc, parameters)
  return new Map(
    parameters.safes.flatMap((safe, index) => {
      const state = states[index]
      return state === undefined || state instanceof Error
        ? []
        : [[safe, state] as const]
    }),
  )
}

/** Logs of the safes, and transfers that could be read: the others leave no row. */
function listExpected(
  logs: readonly ChainLog[],
  safes: ReadonlySet<Address>,
): ChainLog[] {
  const emitters = new Set([...safes].map((safe) => safe.toLowerCase()))
  const { activities } = groupByActivity({ logs, safes, times: new Map() })
  const read = new Set(
    activities.flatMap(({ events }) =>
      events
        .filter(({ event }) => !('items' in event) || event.items.length > 0)
        .map(({ place }) => `${place.blockNumber}:${place.logIndex}`),
    ),
  )
  return logs.filter(
    ({ address, blockNumber, logIndex }) =>
      emitters.has(address.toLowerCase()) ||
      read.has(`${blockNumber}:${logIndex}`),
  )
}
