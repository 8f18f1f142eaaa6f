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

/** Behind one address there are seldom more. */
const mostTries = 4

/**
 * For what is asked about a block by its hash. The next question goes to
 * another node: where they take turns and a round has as many questions as
 * there are nodes, the same one would be asked for the same thing for ever.
 */
export async function askForBlock<Answer>(
  ask: () => Promise<Answer>,
): Promise<Answer> {
  for (let tries = 1; ; tries++)
    try {
      return await ask()
    } catch (error) {
      const isMissing =
        error instanceof BlockMissingError ||
        (error instanceof RpcAnswerError && isUnknownBlock(error.detail))
      if (!isMissing) throw error
      if (tries === mostTries) throw new BlockMissingError()
    }
}
