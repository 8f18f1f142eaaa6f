import type { BaseError } from '@covault/protocol'
import type { Hex } from 'viem'
import { getBlockByNumber } from './blocks.js'
import {
  createRpcEndpoint,
  type RpcEndpoint,
  type RpcObserver,
} from './rpcEndpoint.js'
import {
  NoNodeError,
  OtherGenesisError,
  RpcAnswerError,
  RpcInconsistentError,
  RpcUnavailableError,
  WrongChainError,
} from './rpcErrors.js'

/**
 * The nodes of one chain. Work is done with one of them from its first
 * question to its last, so that answers of two forks are never mixed; when it
 * fails, the whole work is done again with the next.
 */
export type RpcPool = {
  chainId: number
  use<result>(action: (rpc: RpcEndpoint) => Promise<result>): Promise<result>
  /** From now on a node with another first block is of another chain. */
  expectGenesis(hash: Hex): void
  /** Why nothing can be asked at present, if so. */
  problem(): string | undefined
  endpoints: readonly { id: Hex; problem(): string | undefined }[]
}

type Entry = {
  rpc: RpcEndpoint
  checked: boolean
  failures: number
  restUntil: number
  problem: string | undefined
}

const shortestRestMs = 250
const longestRestMs = 30_000

export function createRpcPool(parameters: {
  chainId: number
  urls: readonly string[]
  timeoutMs?: number
  now?: () => number
  observe?: RpcObserver | undefined
}): RpcPool {
  const { chainId, urls, timeoutMs = 10_000, observe } = parameters
  const now = parameters.now ?? Date.now
  const entries = urls.map(
    (url): Entry => ({
      rpc: createRpcEndpoint({ url, timeoutMs, observe }),
      checked: false,
      failures: 0,
      restUntil: 0,
      problem: undefined,
    }),
  )
  // Staying with one node avoids seeing the forks of several as reorgs.
  let preferred = 0
  let genesis: Hex | undefined

  const tryEach = async <result>(
    action: (rpc: RpcEndpoint) => Promise<result>,
  ): Promise<result> => {
    const first = preferred
    for (let step = 0; step < entries.length; step++) {
      const index = (first + step) % entries.length
      const entry = entries[index]
      if (!entry || entry.restUntil > now()) continue
      try {
        if (!entry.checked) await checkChain(entry.rpc, { chainId, genesis })
        entry.checked = true
        const result = await action(entry.rpc)
        entry.failures = 0
        entry.problem = undefined
        preferred = index
        return result
      } catch (error) {
        if (!isNodesFault(error)) throw error
        rest(entry, error, now())
      }
    }
    throw toNoNodeError(entries, now())
  }

  return {
    chainId,
    use: tryEach,
    expectGenesis(hash) {
      genesis = hash
      for (const entry of entries) entry.checked = false
    },
    problem: () =>
      entries.some(({ problem }) => problem === undefined)
        ? undefined
        : describeProblems(entries),
    endpoints: entries.map((entry) => ({
      id: entry.rpc.id,
      problem: () => entry.problem,
    })),
  }
}

function isNodesFault(error: unknown): error is BaseError {
  return (
    error instanceof RpcUnavailableError ||
    error instanceof RpcInconsistentError ||
    error instanceof WrongChainError ||
    error instanceof OtherGenesisError
  )
}

function rest(entry: Entry, error: BaseError, now: number): void {
  const asked =
    error instanceof RpcUnavailableError ? error.retryAfterMs : undefined
  const own = shortestRestMs * 2 ** Math.min(entry.failures, 10)
  entry.failures++
  entry.restUntil = now + (asked ?? Math.min(own, longestRestMs))
  entry.problem = error.message
  // It may come back as another node.
  entry.checked = false
}

async function checkChain(
  rpc: RpcEndpoint,
  { chainId, genesis }: { chainId: number; genesis: Hex | undefined },
): Promise<void> {
  const answered = Number(
    await rpc.request('eth_chainId', []).catch((error: unknown) => {
      throw error instanceof RpcAnswerError
        ? new RpcUnavailableError('The node does not tell its chain.')
        : error
    }),
  )
  if (answered !== chainId)
    throw new WrongChainError({ expected: chainId, answered })
  if (genesis === undefined) return
  const first = await getBlockByNumber(rpc, 0n)
  if (first?.hash !== genesis)
    throw new OtherGenesisError({ known: genesis, found: first?.hash })
}

function toNoNodeError(entries: readonly Entry[], now: number): NoNodeError {
  const next = Math.min(...entries.map(({ restUntil }) => restUntil))
  return new NoNodeError({
    reason: describeProblems(entries),
    retryAfterMs: Math.max(next - now, 50),
  })
}

function describeProblems(entries: readonly Entry[]): string {
  const problems = new Set(entries.map(({ problem }) => problem))
  return [...problems].filter(Boolean).join(' ') || 'No node answers.'
}
