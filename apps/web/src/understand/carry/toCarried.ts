import type { CarriedSignable } from '@covault/protocol/envelope'
import type { Signable, SignableKind } from '../../trust/signable.js'
import { understanding } from '../signables/signables.js'

/** Undefined for what no link, file or code carries. */
export function toCarried<Kind extends SignableKind>(
  one: Signable<Kind>,
): CarriedSignable | undefined {
  return understanding[one.kind].carry(one)
}
