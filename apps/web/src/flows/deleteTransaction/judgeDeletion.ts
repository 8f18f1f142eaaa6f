import { getNonceState } from '@covault/protocol'
import type { Address } from 'viem'
import { formatCount } from '../../lib/formatCount.js'
import type { MultisigExecution } from '../../understand/decode/readTransaction.js'

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
}): string | undefined {
  if (isExecuted) return 'It has been executed, and stays in the history.'
  if (getNonceState({ current, nonce }) === 'used')
    return `Nonce ${nonce} is used up: the safe is at ${current}. It cannot run any more, and stays in the history.`
  if (!isAsClaimed)
    return 'Refused: the hash that the gateway names is not the hash of what it shows.'
  if (!proposer)
    return 'The gateway knows no proposer of this transaction, so nobody can delete it. Reject it instead.'
  const entitled = [proposer.value, proposedByDelegate?.value]
  if (account && !entitled.includes(account))
    return `Only who has proposed it can delete it: ${proposedByDelegate?.value ?? proposer.value}. Owners can reject it instead.`
  return undefined
}

/** S48: what a deletion does to those that wait after it. */
export function warnOfGap(
  nonce: bigint,
  { rivals, isFollowed }: Neighbours,
): string | undefined {
  if (rivals > 0 || !isFollowed) return undefined
  return `Others wait after nonce ${nonce}. Without this one there is a gap: they cannot run until something else takes nonce ${nonce}.`
}

/** What stays where something is deleted, in words. */
export function describeRest(nonce: bigint, { rivals }: Neighbours): string {
  if (rivals === 0) return `Nonce ${nonce} is free again afterwards.`
  return `${formatCount(rivals, 'other transaction')} at nonce ${nonce} ${rivals === 1 ? 'stays' : 'stay'} in the queue.`
}
