import type { Intent } from '../intent.js'
import { toward } from './parts.js'
import { tellIntent } from './tellIntent.js'
import type { Telling } from './telling.js'

/** An approval by what it is for; undefined: nobody knows what that does. */
export function tellApproved(
  intent: Extract<Intent, { kind: 'approveHash' }>,
  approved: { nonce: bigint; telling: Telling } | undefined,
): Telling {
  const telling = tellIntent(intent)
  if (!approved)
    return {
      ...telling,
      object: ['an unknown transaction'],
      ...toward('of', intent.safe),
    }
  return {
    ...telling,
    object: [],
    ...toward('in', intent.safe),
    rest: [` at its nonce ${approved.nonce}`],
    inside: { isCounted: false, tellings: [approved.telling] },
  }
}
