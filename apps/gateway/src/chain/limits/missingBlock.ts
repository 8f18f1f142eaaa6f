import { RpcAnswerError, RpcUnavailableError } from '../rpcErrors.js'
import { isUnknownBlock } from './refusals.js'

/** Nodes behind one address differ for about so long. */
const lateMs = 500

/**
 * Of several nodes behind one address, one told of a block that another does
 * not have yet. That is no answer: the question is asked again soon, and
 * however often it happens, no later than that.
 */
export class BlockMissingError extends RpcUnavailableError {
  override name = 'BlockMissingError'
  constructor() {
    super('The RPC endpoint does not have a block that it named.', {
      retryAfterMs: lateMs,
    })
  }
}

/** For what is asked about a block by its hash. */
export function throwMissingBlock(error: unknown): never {
  throw error instanceof RpcAnswerError && isUnknownBlock(error.detail)
    ? new BlockMissingError()
    : error
}
