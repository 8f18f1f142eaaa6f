import type { LiveEventName } from '@covault/api'
import { type Path, paths } from '../../lib/paths.js'
import type { SignableKind } from '../../trust/signable.js'

/** The page that lists all of a kind, and what the gateway calls a change of it. */
export const signableLists: {
  [Kind in SignableKind]: { list: Path; event: LiveEventName }
} = {
  transaction: { list: paths.queue, event: 'queue' },
  message: { list: paths.messages, event: 'message' },
}
