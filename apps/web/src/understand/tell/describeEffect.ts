import { type Telling, tellApproved, tellIntent } from '@covault/protocol'
import type { SeenTransaction } from '../assess/nested.js'
import { formatSentence, type NameOf } from './describeIntent.js'

type Effect = Pick<SeenTransaction, 'decoded' | 'nested'>

/** An approval is told by what it is for, however many safes further down. */
export function describeEffect(effect: Effect, nameOf: NameOf): string {
  return formatSentence(tellEffect(effect), nameOf)
}

function tellEffect({ decoded: { intent }, nested }: Effect): Telling {
  if (intent.kind !== 'approveHash') return tellIntent(intent)
  const [only] = nested
  if (only?.status !== 'seen') return tellApproved(intent, undefined)
  const { nonce } = only.signed.transaction
  return tellApproved(intent, { nonce, telling: tellEffect(only) })
}
