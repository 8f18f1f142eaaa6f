import { GatewayReplyError } from '@covault/api'
import { toForeignText } from '../../lib/foreignText.js'
import { describeError } from '../../words/errors.js'

/** What the gateway says about a request that it refused, as its own words. */
export function describeRefusal(error: unknown): string {
  if (!(error instanceof GatewayReplyError) || error.reason === null)
    return describeError(error)
  const reason = toForeignText(error.reason, 300).replace(/[.\s]+$/, '')
  return `The gateway refused: ${reason}.`
}
