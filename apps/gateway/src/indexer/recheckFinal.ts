import type { Address, Hex } from 'viem'
import { getBlocks, getFinalized, getHead } from '../chain/blocks.js'
import {
  type ChainLog,
  fetchLogsOfRange,
  getSafeFilters,
} from '../chain/fetchLogs.js'
import { readSafes, type SafeState } from '../chain/readSafe.js'
import type { RpcEndpoint } from '../chain/rpcEndpoint.js'
import { RpcInconsistentError } from '../chain/rpcErrors.js'
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
  const numbers = listWrongBlocks(stored, expected)
  if (numbers.length === 0) return 0
  chain.log.error(
    { chainId, blocks: numbers.map(String) },
    'Final blocks hold other logs than were seen before; they are repaired',
  )
  const wrong = await readBlockIds(rpc, numbers)
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

/** Blocks with logs that are not stored, or stored ones that are not there. */
function listWrongBlocks(
  stored: ReadonlyMap<string, Hex>,
  expected: readonly ChainLog[],
): bigint[] {
  const there = new Set(expected.map(toKey))
  const missing = expected
    .filter((log) => stored.get(toKey(log)) !== log.blockHash)
    .map(({ blockNumber }) => blockNumber)
  const surplus = [...stored.keys()]
    .filter((key) => !there.has(key))
    .map((key) => BigInt(key.split(':')[0] ?? 0))
  return [...new Set([...missing, ...surplus])]
}

function toKey(place: { blockNumber: bigint; logIndex: number }): string {
  return `${place.blockNumber}:${place.logIndex}`
}

async function readBlockIds(
  rpc: RpcEndpoint,
  numbers: readonly bigint[],
): Promise<Map<bigint, Hex>> {
  const blocks = await getBlocks(rpc, numbers)
  return new Map(
    numbers.map((number, index) => {
      const block = blocks[index]
      if (!block)
        throw new RpcInconsistentError(
          `The node has no block ${number}, which is final.`,
        )
      return [number, block.hash]
    }),
  )
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
        .map(({ place }) => toKey(place)),
    ),
  )
  return logs.filter(
    (log) => emitters.has(log.address.toLowerCase()) || read.has(toKey(log)),
  )
}
