import { getNonceState } from '@covault/protocol'
import type { Address } from 'viem'
import { formatCount } from '../../lib/formatCount.js'
import type { MultisigExecution } from '../../understand/decode/readTransaction.js'
import type { NameOf } from '../../understand/tell/describeIntent.js'

/** What else waits, as the gateway has it. */
export type Neighbours = {
  /** Others at the same nonce. */
  rivals: number
  /** Something waits at a later nonce. */
  isFollowed: boolean
}

/** Why it cannot be deleted by this account, or undefined. */
export function findRefusal({
  account,
  current,
  isExecuted,
  isAsClaimed,
  execution: { nonce, proposer, proposedByDelegate },
  nameOf,
}: {
  account: Address | undefined
  /** The nonce that the chain says the safe is at. */
  current: bigint
  isExecuted: boolean
  /** The gateway's bytes hash to the gateway's hash. */
  isAsClaimed: boolean
  execution: Pick<
    MultisigExecution,
    'nonce' | 'proposer' | 'proposedByDelegate'
  >
  nameOf: NameOf
}): string | undefined {
  if (isExecuted)
    return 'This transaction was executed and stays in the history.'
  if (getNonceState({ current, nonce }) === 'used')
    return `Nonce ${nonce} is already used: the safe is at nonce ${current}. This transaction can no longer be executed and stays in the history.`
  if (!isAsClaimed)
    return 'Blocked: the gateway’s hash doesn’t match the transaction.'
  if (!proposer)
    return 'The gateway doesn’t know who proposed this transaction, so it can’t be deleted. Reject it instead.'
  const entitled = [proposer.value, proposedByDelegate?.value]
  const by = proposedByDelegate?.value ?? proposer.value
  if (account && !entitled.includes(account))
    return `Only ${nameOf(by) ?? by}, who proposed this transaction, can delete it. Owners can reject it instead.`
  return undefined
}

/** S48: what a deletion does to those that wait after it. */
export function warnOfGap(
  nonce: bigint,
  { rivals, isFollowed }: Neighbours,
): string | undefined {
  if (rivals > 0 || !isFollowed) return undefined
  return `Deleting leaves a gap: transactions after nonce ${nonce} can’t be executed until another one uses nonce ${nonce}.`
}

/** What stays where something is deleted, in words. */
export function describeRest(nonce: bigint, { rivals }: Neighbours): string {
  if (rivals === 0) return `Nonce ${nonce} becomes free.`
  return `${formatCount(rivals, 'other transaction')} at nonce ${nonce} will stay in the queue.`
}
