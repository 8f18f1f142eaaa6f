import { BaseError } from '@covault/protocol'
import { HttpRequestError, RpcRequestError, TimeoutError } from 'viem'
import { rpcTimeout } from '../lib/timing.js'

/**
 * What went wrong, in one whole sentence for people. Texts of other libraries
 * are not passed on: they may contain an endpoint's address and with it a key.
 */
export function describeError(error: unknown): string {
  if (error instanceof BaseError) return toSentence(error.message)
  const cause = findCause(error)
  if (cause instanceof TimeoutError)
    return `The RPC endpoint didn’t answer within ${rpcTimeout / 1000} seconds.`
  if (cause instanceof HttpRequestError)
    return cause.status
      ? `The RPC endpoint answered with HTTP ${cause.status}.`
      : 'Can’t connect to the RPC endpoint.'
  if (cause instanceof RpcRequestError)
    return `The RPC endpoint returned error ${cause.code}.`
  return 'The answer can’t be read.'
}

/** It ends with exactly one full stop, or asks. */
function toSentence(message: string): string {
  let end = message.length
  while (end > 0 && /[.\s]/.test(message.charAt(end - 1))) end--
  const text = message.slice(0, end)
  return /[?…]$/.test(text) ? text : `${text}.`
}

function findCause(error: unknown): unknown {
  const isNamed =
    error instanceof TimeoutError ||
    error instanceof HttpRequestError ||
    error instanceof RpcRequestError
  if (isNamed || !(error instanceof Error) || !error.cause) return error
  return findCause(error.cause)
}
