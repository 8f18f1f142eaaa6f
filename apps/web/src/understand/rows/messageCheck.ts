import type { Message } from '@covault/api'
import type { CheckedConfirmation } from '../../trust/confirmations.js'

/** What is left of a message in a list when nobody is believed. */
export type MessageRowCheck =
  | {
      status: 'checked'
      /** Each one claimed, verified over the hash computed here. */
      confirmations: readonly CheckedConfirmation[]
      /** The gravest of what the rules find in it. */
      warning: string | undefined
    }
  | { status: 'differs'; reason: string }

/** How many owners have signed it, and who says so. */
export function countSeals(
  message: Message,
  check: MessageRowCheck | undefined,
): { signed: number; isChecked: boolean } {
  if (check?.status !== 'checked')
    return { signed: message.confirmationsSubmitted, isChecked: false }
  const signers = check.confirmations
    .filter(({ status }) => status === 'verified')
    .map(({ signer }) => signer)
  return { signed: new Set(signers).size, isChecked: true }
}
