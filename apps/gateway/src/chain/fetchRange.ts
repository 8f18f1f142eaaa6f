import { getLogsRetryHelper } from '@ponder/utils'
import { type Hex, RpcError } from 'viem'
import { type ChainBlock, toQuantity } from './blocks.js'
import {
  askWithTop,
  type ChainLog,
  type LogFilter,
  merge,
  withRange,
} from './fetchLogs.js'
import { growRange, rememberRefusal } from './limits/ranges.js'
import { readAllowedRange } from './limits/refusals.js'
import type { RpcEndpoint } from './rpcEndpoint.js'
import { RpcAnswerError, RpcInconsistentError } from './rpcErrors.js'

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
): Promise<{ logs: ChainLog[]; from: bigint; top: ChainBlock }> {
  const { filters, from: lowest, to, ranges } = parameters
  let size = minimum(ranges.get(rpc.id), to - lowest + 1n)
  let refused = false
  for (;;) {
    const from = to - size + 1n
    const started = performance.now()
    try {
      const answer = await fetchWholeRange(rpc, { filters, from, to })
      const tookMs = performance.now() - started
      if (refused) ranges.learn(rpc.id, size)
      else if (size === ranges.get(rpc.id))
        ranges.learn(rpc.id, growRange(rpc.id, { size, tookMs }))
      return { ...answer, from }
    } catch (error) {
      if (!isTooMuch(error) || size === 1n) throw error
      refused = true
      const allowed = readAllowed(error, size)
      const isContent = !isAboutRange(error)
      rememberRefusal(rpc.id, { size, allowed, isContent })
      size = allowed ?? shrink({ error, from, to })
    }
  }
}

async function askProbes(
  rpc: RpcEndpoint,
  parameters: {
    probes: readonly { filter: LogFilter; from: bigint; to: bigint }[]
    to: bigint
  },
): Promise<ChainLog[][]> {
  const questions = parameters.probes.map(({ filter, from, to }) =>
    withRange(filter, from, to),
  )
  return (await askWithTop(rpc, questions, parameters.to)).answers
}

function readAllowed(error: unknown, size: bigint): bigint | undefined {
  return error instanceof RpcAnswerError
    ? readAllowedRange(error.detail, size)
    : undefined
}

/** Not about what lies in it, which may be less elsewhere. */
function isAboutRange(error: unknown): boolean {
  return (
    error instanceof RpcAnswerError &&
    /range|blocks/i.test(error.detail) &&
    !/result|logs matched|response|bytes/i.test(error.detail)
  )
}

function isTooMuch(error: unknown): boolean {
  return error instanceof RpcAnswerError || error instanceof TruncatedError
}

/** The range the node's own words suggest, but at most half of it. */
function shrink(parameters: {
  error: unknown
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
  return suggested > 0n ? minimum(suggested, half) : half
}

async function fetchWholeRange(
  rpc: RpcEndpoint,
  parameters: {
    filters: readonly LogFilter[]
    from: bigint
    to: bigint
  },
): Promise<{ logs: ChainLog[]; top: ChainBlock }> {
  const { filters, from, to } = parameters
  const { answers, top } = await askWithTop(
    rpc,
    filters.map((filter) => withRange(filter, from, to)),
    to,
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
  const ends = probes.length > 0 ? await askProbes(rpc, { probes, to }) : []
  for (const [index, probe] of probes.entries()) {
    const expected = probe.logs.filter(
      ({ blockNumber }) => blockNumber >= probe.from && blockNumber <= probe.to,
    )
    if (ends[index]?.length !== expected.length) throw new TruncatedError()
  }
  const logs = merge(answers)
  if (logs.some((log) => log.blockNumber < from || log.blockNumber > to))
    throw new RpcInconsistentError(
      `The RPC endpoint answered with logs outside of the blocks ${from} to ${to}.`,
    )
  return { logs, top }
}

function minimum(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}

class TruncatedError extends RpcInconsistentError {
  override name = 'TruncatedError'
  constructor() {
    super('The RPC endpoint left logs out of its answer.')
  }
}
