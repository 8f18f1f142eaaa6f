import { BaseError } from '@covault/protocol'
import type { Hex } from 'viem'

/**
 * The node was not reached or did not answer as a node does: another endpoint
 * may. Messages name no address, because an address may hold a key.
 */
export class RpcUnavailableError extends BaseError {
  override name = 'RpcUnavailableError'
  /** How long the node asked us to stay away. */
  readonly retryAfterMs: number | undefined
  /** Of HTTP, where that was all it answered. */
  readonly status: number | undefined
  constructor(
    reason: string,
    options: {
      cause?: unknown
      retryAfterMs?: number | undefined
      status?: number
    } = {},
  ) {
    super(reason, { cause: options.cause })
    this.retryAfterMs = options.retryAfterMs
    this.status = options.status
  }
}

/** The node was asked more often than it allows. */
export class RpcTooFastError extends RpcUnavailableError {
  override name = 'RpcTooFastError'
  /** What it says it allows. */
  readonly perSecond: number | undefined
  constructor(
    reason: string,
    options: {
      retryAfterMs?: number | undefined
      perSecond?: number | undefined
    } = {},
  ) {
    super(reason, { ...options, status: 429 })
    this.perSecond = options.perSecond
  }
}

/** The node answered with an error: the question has to change, not the node. */
export class RpcAnswerError extends BaseError {
  override name = 'RpcAnswerError'
  readonly code: number
  readonly detail: string
  /** What a reverted call returned. */
  readonly data: unknown
  constructor(
    method: string,
    error: { code: number; message: string; data?: unknown },
  ) {
    super(`The RPC endpoint refused ${method} with error ${error.code}.`)
    this.code = error.code
    this.detail = error.message
    this.data = error.data
  }
}

/** The answer contradicts itself or the question. */
export class RpcInconsistentError extends BaseError {
  override name = 'RpcInconsistentError'
}

export class WrongChainError extends BaseError {
  override name = 'WrongChainError'
  constructor(parameters: { expected: number; answered: number }) {
    super(
      `The RPC endpoint answers for chain ${parameters.answered}, not ${parameters.expected}.`,
    )
  }
}

export class OtherGenesisError extends BaseError {
  override name = 'OtherGenesisError'
  constructor(parameters: { known: Hex; found: Hex | undefined }) {
    super(
      `The RPC endpoint's first block is ${parameters.found ?? 'missing'}, but ${parameters.known} was seen before: it serves another chain with the same id.`,
    )
  }
}

export class NoNodeError extends BaseError {
  override name = 'NoNodeError'
  /** When the first endpoint may be asked again. */
  readonly retryAfterMs: number
  constructor(parameters: { reason: string; retryAfterMs: number }) {
    super(parameters.reason)
    this.retryAfterMs = parameters.retryAfterMs
  }
}
