import { getLogsRetryHelper } from '@ponder/utils'
import { type Address, type Hex, padHex, RpcError } from 'viem'
import {
  isAddressHex,
  isBytes,
  isHash,
  isHex,
  isRecord,
  readQuantity,
} from './answer.js'
import { type ChainBlock, toQuantity } from './blocks.js'
import type { RpcEndpoint } from './rpcEndpoint.js'
import { RpcAnswerError, RpcInconsistentError } from './rpcErrors.js'

export type ChainLog = {
  address: Hex
  topics: readonly Hex[]
  data: Hex
  blockNumber: bigint
  blockHash: Hex
  transactionHash: Hex
  transactionIndex: number
  logIndex: number
  /** Seconds since 1970, from nodes that say it. */
  time: number | undefined
}

export type LogFilter = {
  address?: readonly Address[]
  topics?: readonly (Hex | readonly Hex[] | null)[]
}

const transferTopic =
  '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const itemTopics = [
  '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62',
  '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb',
] as const

/** Beyond this many, the body of a request outgrows what nodes accept. */
const safesPerFilter = 1000

/**
 * Everything safes log, and every token moved to or from them: four
 * questions for up to a thousand safes.
 */
export function getSafeFilters(safes: readonly Address[]): LogFilter[] {
  const filters: LogFilter[] = []
  for (let at = 0; at < safes.length; at += safesPerFilter) {
    const part = safes.slice(at, at + safesPerFilter)
    const words = part.map((safe) => padHex(safe, { size: 32 }))
    filters.push(
      { address: part },
      { topics: [[transferTopic, ...itemTopics], null, words] },
      { topics: [[transferTopic, ...itemTopics], words] },
      { topics: [itemTopics, null, null, words] },
    )
  }
  return filters
}

/** Whether one of these questions would be answered with the log. */
export function isLogOfSafes(
  log: ChainLog,
  safes: ReadonlySet<string>,
): boolean {
  const [topic0, ...words] = log.topics
  const isSafe = (word: Hex | undefined) =>
    word !== undefined && safes.has(`0x${word.slice(-40)}`)
  if (safes.has(log.address.toLowerCase())) return true
  if (topic0 === transferTopic) return isSafe(words[0]) || isSafe(words[1])
  return itemTopics.some((topic) => topic === topic0) && words.some(isSafe)
}

/** The logs of exactly this block: a block that vanished is an error, never another's logs. */
export async function fetchLogsOfBlock(
  rpc: RpcEndpoint,
  parameters: { block: ChainBlock; filters: readonly LogFilter[] },
): Promise<ChainLog[]> {
  const { block, filters } = parameters
  const answers = await ask(
    rpc,
    filters.map((filter) => ({ ...filter, blockHash: block.hash })),
  )
  const logs = merge(answers)
  if (logs.some((log) => log.blockHash !== block.hash))
    throw new RpcInconsistentError(
      `The node answered with logs of another block than ${block.hash}.`,
    )
  return logs
}

export type RangeMemory = {
  get(endpoint: Hex): bigint
  learn(endpoint: Hex, range: bigint): void
}

/**
 * The logs of as many blocks up to `to` as the node is willing to search at
 * once; `from` of the answer says how far down that was.
 */
export async function fetchLogsOfRange(
  rpc: RpcEndpoint,
  parameters: {
    filters: readonly LogFilter[]
    from: bigint
    to: bigint
    ranges: RangeMemory
  },
): Promise<{ logs: ChainLog[]; from: bigint }> {
  const { filters, from: lowest, to, ranges } = parameters
  let size = minimum(ranges.get(rpc.id), to - lowest + 1n)
  let refused = false
  for (;;) {
    const from = to - size + 1n
    try {
      const logs = await fetchWholeRange(rpc, { filters, from, to })
      if (refused) ranges.learn(rpc.id, size)
      else if (size === ranges.get(rpc.id)) ranges.learn(rpc.id, grow(size))
      return { logs, from }
    } catch (error) {
      if (!isTooMuch(error) || size === 1n) throw error
      refused = true
      size = minimum(shrink({ error, filters, from, to }), size / 2n || 1n)
    }
  }
}

export const largestRange = 100_000n

function grow(size: bigint): bigint {
  return minimum(size + size / 20n + 1n, largestRange)
}

function isTooMuch(error: unknown): boolean {
  return error instanceof RpcAnswerError || error instanceof TruncatedError
}

/** The range the node's own words suggest, else half of it. */
function shrink(parameters: {
  error: unknown
  filters: readonly LogFilter[]
  from: bigint
  to: bigint
}): bigint {
  const { error, from, to } = parameters
  const half = (to - from + 1n) / 2n || 1n
  if (!(error instanceof RpcAnswerError)) return half
  const advice = getLogsRetryHelper({
    error: Object.assign(
      new RpcError(new Error(error.detail), {
        code: error.code,
        shortMessage: error.detail,
      }),
      { details: error.detail },
    ),
    params: [{ fromBlock: toQuantity(from), toBlock: toQuantity(to) }],
  })
  const first = advice.shouldRetry ? advice.ranges[0] : undefined
  if (first === undefined) return half
  const suggested = BigInt(first.toBlock) - BigInt(first.fromBlock) + 1n
  return suggested > 0n && suggested < to - from + 1n ? suggested : half
}

async function fetchWholeRange(
  rpc: RpcEndpoint,
  parameters: {
    filters: readonly LogFilter[]
    from: bigint
    to: bigint
  },
): Promise<ChainLog[]> {
  const { filters, from, to } = parameters
  const withRange = (filter: LogFilter, first: bigint, last: bigint) => ({
    ...filter,
    fromBlock: toQuantity(first),
    toBlock: toQuantity(last),
  })
  const answers = await ask(
    rpc,
    filters.map((filter) => withRange(filter, from, to)),
  )
  // A node that silently cuts its answer cuts it at an end: both ends are
  // asked for again, alone, where they are cheap.
  const probes = answers.flatMap((logs, index) => {
    const filter = filters[index]
    const [first, last] = [logs[0], logs.at(-1)]
    if (!filter || !first || !last || from === to) return []
    return [
      { logs, filter, from: last.blockNumber, to },
      { logs, filter, from, to: first.blockNumber },
    ]
  })
  const ends = await ask(
    rpc,
    probes.map((probe) => withRange(probe.filter, probe.from, probe.to)),
  )
  for (const [index, probe] of probes.entries()) {
    const expected = probe.logs.filter(
      ({ blockNumber }) => blockNumber >= probe.from && blockNumber <= probe.to,
    )
    if (ends[index]?.length !== expected.length) throw new TruncatedError()
  }
  const logs = merge(answers)
  if (logs.some((log) => log.blockNumber < from || log.blockNumber > to))
    throw new RpcInconsistentError(
      `The node answered with logs outside of the blocks ${from} to ${to}.`,
    )
  return logs
}

async function ask(
  rpc: RpcEndpoint,
  filters: readonly object[],
): Promise<ChainLog[][]> {
  if (filters.length === 0) return []
  const outcomes = await rpc.batch(
    filters.map((filter) => ({ method: 'eth_getLogs', params: [filter] })),
  )
  return outcomes.map((outcome) => {
    if (outcome.error) throw outcome.error
    if (!Array.isArray(outcome.result))
      throw new RpcInconsistentError(
        'The node answered without a list of logs.',
      )
    return outcome.result.map(readLog).filter((log) => log !== undefined)
  })
}

export function readLog(answer: unknown): ChainLog | undefined {
  if (
    !isRecord(answer) ||
    !isAddressHex(answer.address) ||
    !isHash(answer.blockHash) ||
    !isHash(answer.transactionHash) ||
    !isBytes(answer.data) ||
    !Array.isArray(answer.topics) ||
    !answer.topics.every(isHash)
  )
    throw new RpcInconsistentError('The node answered with an incomplete log.')
  // Celo's rewards are logs without a transaction.
  if (answer.blockHash === answer.transactionHash) return undefined
  return {
    address: answer.address,
    topics: answer.topics,
    data: answer.data,
    blockNumber: readQuantity(answer.blockNumber),
    blockHash: answer.blockHash,
    transactionHash: answer.transactionHash,
    transactionIndex: Number(readQuantity(answer.transactionIndex)),
    logIndex: Number(readQuantity(answer.logIndex)),
    time: isHex(answer.blockTimestamp)
      ? Number(answer.blockTimestamp)
      : undefined,
  }
}

/** One log may answer several filters; the order is the chain's. */
function merge(answers: readonly ChainLog[][]): ChainLog[] {
  const unique = new Map<string, ChainLog>()
  for (const logs of answers)
    for (const log of logs)
      unique.set(`${log.blockNumber}:${log.logIndex}`, log)
  return [...unique.values()].sort(
    (a, b) => Number(a.blockNumber - b.blockNumber) || a.logIndex - b.logIndex,
  )
}

function minimum(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}

class TruncatedError extends RpcInconsistentError {
  override name = 'TruncatedError'
  constructor() {
    super('The node left logs out of its answer.')
  }
}
