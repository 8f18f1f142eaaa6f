import { setTimeout as delay } from 'node:timers/promises'
import { createRpcEndpoint, type RpcEndpoint } from '../chain/rpcEndpoint.js'
import { RpcAnswerError, RpcUnavailableError } from '../chain/rpcErrors.js'

/** One RPC endpoint, asked with patience, and what was noticed meanwhile. */
export type Questions = {
  rpc: RpcEndpoint
  /** `undefined`: the node refused the question. */
  ask<answer>(
    question: (rpc: RpcEndpoint) => Promise<answer>,
  ): Promise<answer | undefined>
  /** Questions so far, each of a batch counted. */
  calls(): number
  /** Questions so far whose body was refused or not answered. */
  failures(): number
  /** How often the node asked to slow down. */
  slowDowns(): number
  /** The median of single questions. */
  latencyMs(): number
}

const timeoutMs = 10_000
/** Patience with a node that is busy. */
const [usualWaitMs, longestWaitMs, mostWaits] = [1_000, 10_000, 3]

export function openQuestions(url: string): Questions {
  const times: number[] = []
  let calls = 0
  let failures = 0
  let slowDowns = 0
  const rpc = createRpcEndpoint({
    url,
    timeoutMs,
    observe: ({ seconds, failed }) => {
      calls++
      if (failed) failures++
      else times.push(1000 * seconds)
    },
  })
  return {
    rpc,
    calls: () => calls,
    failures: () => failures,
    slowDowns: () => slowDowns,
    latencyMs: () => median(times),
    async ask(question) {
      for (let waits = 0; ; waits++) {
        try {
          return await question(rpc)
        } catch (error) {
          if (isRefused(error)) return undefined
          if (!isBusy(error) || waits === mostWaits) throw error
          slowDowns++
          const wait = error.retryAfterMs ?? usualWaitMs
          await delay(Math.min(wait, longestWaitMs))
        }
      }
    },
  }
}

export function isBusy(error: unknown): error is RpcUnavailableError {
  return error instanceof RpcUnavailableError && error.status === 429
}

/** Some nodes refuse by a status of HTTP alone. */
function isRefused(error: unknown): boolean {
  if (error instanceof RpcAnswerError) return true
  const { status = 0 } = error instanceof RpcUnavailableError ? error : {}
  return status >= 400 && status < 500 && status !== 429
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}
