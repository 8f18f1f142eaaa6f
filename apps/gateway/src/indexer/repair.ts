import type { Address, Hex } from 'viem'
import { type ChainBlock, getBlocks } from '../chain/blocks.js'
import { type ChainLog, listParties } from '../chain/fetchLogs.js'
import { readSafes, type SafeState } from '../chain/readSafe.js'
import type { RpcEndpoint } from '../chain/rpcEndpoint.js'
import { RpcInconsistentError } from '../chain/rpcErrors.js'
import { replaceRows } from '../store/applyBlocks.js'
import { type Cursor, readHashesOf } from '../store/cursors.js'
import { listLogPlaces, listStoredIn } from '../store/history.js'
import type { Interval } from '../store/watches.js'
import { groupByActivity } from './activity.js'
import { fetchSafeLogs } from './fetchBlockLogs.js'
import type { FollowedChain } from './followedChain.js'
import { readLogs } from './readLogs.js'
import { readTimes } from './readTimes.js'

/**
 * Compares a node's answer for a span with what is stored, and replaces the
 * rows of blocks that differ. A node that leaves logs out of a long answer
 * must not undo what is right: what differs is asked for block by block.
 */
export async function repair(
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
  const suspects = listWrongBlocks(stored, listExpected(logs, new Set(safes)))
  if (suspects.length === 0) return 0
  const blocks = await readBlocks(chain, rpc, suspects)
  const certain: ChainLog[] = []
  for (const block of blocks)
    certain.push(...(await fetchSafeLogs(rpc, { block, safes })))
  const storedThere = new Map(
    [...stored].filter(([key]) => suspects.includes(toNumber(key))),
  )
  const wrong = new Set(
    listWrongBlocks(storedThere, listExpected(certain, new Set(safes))),
  )
  if (wrong.size === 0) return 0
  chain.log.error(
    { chainId, blocks: [...wrong].map(String) },
    'Blocks have different logs than before; repairing them',
  )
  const affected = certain.filter(({ blockNumber }) => wrong.has(blockNumber))
  const concerned = await listConcerned(chain, {
    safes,
    logs: affected,
    blocks: [...wrong],
  })
  const own = new Set(concerned)
  const times = await readTimes(rpc, affected)
  const rows = await readLogs(chain, rpc, {
    logs: affected,
    safes: own,
    decoded: groupByActivity({ logs: affected, safes: own, times }),
    // The stored states may have missed the same logs.
    states: await readFreshStates(rpc, {
      safes: concerned,
      blockHash: cursor.hash,
    }),
    noncesUsed: new Map(),
  })
  await replaceRows(store, {
    chainId,
    epoch: cursor.epoch,
    safes: concerned,
    blocks: blocks
      .filter(({ number }) => wrong.has(number))
      .map(({ number, hash }) => ({ number, hash })),
    rows,
  })
  return wrong.size
}

/** Of all who were looked for, those in the logs or in what is stored. */
async function listConcerned(
  { chainId, store }: FollowedChain,
  parameters: {
    safes: readonly Address[]
    logs: readonly ChainLog[]
    blocks: readonly bigint[]
  },
): Promise<Address[]> {
  const { safes, logs, blocks } = parameters
  const stored = await listStoredIn(store, { chainId, blocks })
  const parties = new Set(
    [...listParties(logs), ...stored].map((each) => each.toLowerCase()),
  )
  return safes.filter((safe) => parties.has(safe.toLowerCase()))
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
    .map(toNumber)
  return [...new Set([...missing, ...surplus])]
}

function toKey(place: { blockNumber: bigint; logIndex: number }): string {
  return `${place.blockNumber}:${place.logIndex}`
}

function toNumber(key: string): bigint {
  return BigInt(key.split(':')[0] ?? 0)
}

/** The node's blocks, which have to be ours. */
async function readBlocks(
  { chainId, store }: FollowedChain,
  rpc: RpcEndpoint,
  numbers: readonly bigint[],
): Promise<ChainBlock[]> {
  const blocks = await getBlocks(rpc, numbers)
  const known = await readHashesOf(store, { chainId, numbers })
  return numbers.map((number, index) => {
    const block = blocks[index]
    const hash = known.get(number)
    if (!block || (hash !== undefined && hash !== block.hash))
      throw new RpcInconsistentError(
        `The RPC endpoint's block ${number} is not the one that was seen.`,
      )
    return block
  })
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
