import { BaseError } from '@covault/protocol'
import { HttpRequestError, RpcRequestError, TimeoutError } from 'viem'
import { rpcTimeout } from './timing.js'

/**
 * What went wrong, in words for people. Texts of other libraries are not
 * passed on: they may contain an endpoint's address and with it a key.
 */
export function describeError(error: unknown): string {
  if (error instanceof BaseError) return error.message
  const cause = findCause(error)
  if (cause instanceof TimeoutError)
    return `No answer within ${rpcTimeout / 1000} seconds`
  if (cause instanceof HttpRequestError)
    return cause.status ? `HTTP ${cause.status}` : 'No connection'
  if (cause instanceof RpcRequestError) return `Error ${cause.code} of the node`
  return 'An answer that could not be understood'
}

function findCause(error: unknown): unknown {
  const isNamed =
    error instanceof TimeoutError ||
    error instanceof HttpRequestError ||
    error instanceof RpcRequestError
  if (isNamed || !(error instanceof Error) || !error.cause) return error
  return findCause(error.cause)
}
