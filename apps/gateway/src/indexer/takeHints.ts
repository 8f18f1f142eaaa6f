import type { Address, Hex } from 'viem'
import { isHash, isRecord } from '../chain/answer.js'
import { type ChainBlock, getBlocks } from '../chain/blocks.js'
import { type ChainLog, isLogOfSafes, readLog } from '../chain/fetchLogs.js'
import type { RpcEndpoint } from '../chain/rpcEndpoint.js'
import { keepLatest } from '../keepLatest.js'
import { splitEvery } from '../splitEvery.js'
import { applyRange } from '../store/applyBlocks.js'
import { type Cursor, readCursor } from '../store/cursors.js'
import { listUncovered } from '../store/followed.js'
import { readStates } from '../store/safeStates.js'
import { listKnownTransactions } from '../store/timelineTransactions.js'
import { groupByActivity } from './activity.js'
import { listBlocksOf } from './fetchSpan.js'
import type { FollowedChain } from './followedChain.js'
import type { HintSource } from './hintSource.js'
import { readLogs } from './readLogs.js'

type HintStep =
  | { type: 'done' }
  | {
      type: 'taken'
      safe: Address
      /** Transactions that the node confirmed, and that are now stored. */
      taken: number
      /** Transactions that the node does not have, or that are of others. */
      refused: number
    }

/** How far a source was read for a safe by this process. */
type Progress = {
  offset: number
  begun: boolean
  done: boolean
  /** Pages in a row of which the node confirmed nothing. */
  inVain: number
}
const unread: Progress = { offset: 0, begun: false, done: false, inVain: 0 }
const memory = new WeakMap<FollowedChain, Map<Address, Progress>>()

/** The first of them; the others follow when the pasts of these are read. */
const safesPerLook = 1_000
/** More are forgotten, and their sources read again if their pasts are open. */
const mostRemembered = 50_000
const receiptsAtOnce = 50
/** A source that goes on inventing must not use up what the node allows. */
const mostPagesInVain = 20
/** Nor may one that repeats what is known be read for ever. */
const mostHints = 1_000_000

/**
 * Asks a hint source in which transactions a safe was, and the node what
 * happened in them. What the source says is never stored, only what the node
 * answers; and it covers no span, because it may leave things out.
 */
export async function takeHints(chain: FollowedChain): Promise<HintStep> {
  const { chainId, store, hints, log } = chain
  if (!hints) return { type: 'done' }
  const cursor = await readCursor(store, chainId)
  if (!cursor) return { type: 'done' }
  const known = memory.get(chain) ?? new Map<Address, Progress>()
  memory.set(chain, known)
  const open = await listUncovered(store, { chainId, limit: safesPerLook })
  const safe = open.find((each) => !known.get(each)?.done)
  if (safe === undefined) return { type: 'done' }
  const former = known.get(safe) ?? unread
  const page = await hints.list(safe, former.offset)
  const hashes = await addCreation(hints, { safe, page, begun: former.begun })
  const stored = await listKnownTransactions(store, { chainId, safe, hashes })
  let taken = 0
  let refused = 0
  const unknown = hashes.filter((hash) => !stored.has(hash))
  for (const part of splitEvery(unknown, receiptsAtOnce)) {
    const confirmed = await chain.pool.use((rpc) =>
      takePart(chain, rpc, { cursor, safe, hashes: part }),
    )
    taken += confirmed
    refused += part.length - confirmed
  }
  const offset = former.offset + page.read
  const inVain = taken + stored.size > 0 ? 0 : former.inVain + 1
  const isEnd = !page.more || page.read === 0
  const isEnough = inVain >= mostPagesInVain || offset >= mostHints
  const value = { offset, inVain, begun: true, done: isEnd || isEnough }
  keepLatest(known, { key: safe, value, most: mostRemembered })
  log.info(
    { chainId, safe, taken, refused },
    'Hints were checked with the RPC endpoint',
  )
  return { type: 'taken', safe, taken, refused }
}

async function addCreation(
  hints: HintSource,
  {
    safe,
    page,
    begun,
  }: { safe: Address; page: { hashes: Hex[] }; begun: boolean },
): Promise<Hex[]> {
  if (begun) return page.hashes
  const creation = await hints.findCreation(safe)
  return creation === undefined
    ? page.hashes
    : [...new Set([...page.hashes, creation])]
}

type Confirmed = { hash: Hex; logs: ChainLog[] }

/** Stores what the node says happened; answers with how many it confirmed. */
async function takePart(
  chain: FollowedChain,
  rpc: RpcEndpoint,
  parameters: { cursor: Cursor; safe: Address; hashes: readonly Hex[] },
): Promise<number> {
  const { chainId, store } = chain
  const { cursor, safe, hashes } = parameters
  const receipts = await readReceipts(rpc, { safe, hashes })
  const numbers = [
    ...new Set(
      receipts.flatMap(({ logs }) => logs.map((log) => log.blockNumber)),
    ),
  ].filter((number) => number <= cursor.number)
  if (numbers.length === 0) return 0
  const blocks = new Map<bigint, ChainBlock>()
  for (const block of await getBlocks(rpc, numbers))
    if (block) blocks.set(block.number, block)
  // A receipt of a block that is not the chain's tells of nothing.
  const confirmed = receipts.filter(({ logs }) =>
    logs.every(
      ({ blockNumber, blockHash }) =>
        blocks.get(blockNumber)?.hash === blockHash,
    ),
  )
  const logs = confirmed
    .flatMap((receipt) => receipt.logs)
    .sort(
      (a, b) =>
        Number(a.blockNumber - b.blockNumber) || a.logIndex - b.logIndex,
    )
  const [lowest, highest] = [logs[0], logs.at(-1)]
  if (!lowest || !highest) return 0
  const safes = new Set([safe])
  const times = new Map(
    [...blocks.values()].map(({ number, time }) => [number, time]),
  )
  const rows = await readLogs(chain, rpc, {
    logs,
    safes,
    decoded: groupByActivity({ logs, safes, times }),
    states: await readStates(store, { chainId, safes: [safe] }),
    noncesUsed: new Map(),
  })
  await applyRange(store, {
    chainId,
    epoch: cursor.epoch,
    span: { from: lowest.blockNumber, to: highest.blockNumber },
    // Nobody's past is covered by this.
    safes: [],
    blocks: listBlocksOf(logs),
    rows,
    creations: [],
    states: [],
  })
  return confirmed.length
}

/** Those of the transactions that the node has, and in which the safe was. */
async function readReceipts(
  rpc: RpcEndpoint,
  { safe, hashes }: { safe: Address; hashes: readonly Hex[] },
): Promise<Confirmed[]> {
  const own = new Set([safe.toLowerCase()])
  const outcomes = await rpc.batch(
    hashes.map((hash) => ({
      method: 'eth_getTransactionReceipt',
      params: [hash],
    })),
  )
  return outcomes.flatMap((outcome, index): Confirmed[] => {
    if (outcome.error) throw outcome.error
    const { result } = outcome
    const hash = hashes[index]
    if (!hash || !isReceiptOf(result, hash)) return []
    const logs = result.logs
      .flatMap((log) => readLog(log) ?? [])
      .filter((log) => isOfReceipt(log, result) && isLogOfSafes(log, own))
    return logs.length > 0 ? [{ hash, logs }] : []
  })
}

type Receipt = { blockHash: Hex; transactionHash: Hex; logs: unknown[] }

function isReceiptOf(answer: unknown, hash: Hex): answer is Receipt {
  return (
    isRecord(answer) &&
    answer.transactionHash === hash &&
    isHash(answer.blockHash) &&
    Array.isArray(answer.logs)
  )
}

function isOfReceipt(log: ChainLog, receipt: Receipt): boolean {
  return (
    log.transactionHash === receipt.transactionHash &&
    log.blockHash === receipt.blockHash
  )
}
