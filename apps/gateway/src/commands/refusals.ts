import type { SafeTransaction } from '@covault/protocol'
import { type Address, size } from 'viem'
import { StorageFailure } from '../failures.js'
import type { SaveOutcome } from '../store/proposals.js'

// What is refused because of how much is stored, or because it is done.

/**
 * What may wait in one safe: unsigned of strangers, drafts of one account and
 * of all accounts, signed of one owner.
 */
export const mostProposals = {
  unsigned: 200,
  vouched: 100,
  drafts: 200,
  waiting: 500,
}

/** Seconds after which strangers may find room again. */
const unsignedRetry = 3_600

/** Bytes of data that are stored, and of what anybody can send. */
const mostData = 131_072
const mostUnsignedData = 16_384

export function assertRoom(
  outcome: SaveOutcome,
  parameters: { proposedBy: Address; vouchedBy: Address | null },
): void {
  const { proposedBy, vouchedBy } = parameters
  if (outcome === 'tooManyUnsigned')
    throw new StorageFailure(
      429,
      'Too many unsigned proposals wait in this safe. Sign the proposal, or sign in as an owner and propose it again.',
      { retryAfter: unsignedRetry },
    )
  if (outcome === 'tooManyVouched')
    throw new StorageFailure(
      422,
      `${vouchedBy} has ${mostProposals.vouched} drafts in this safe, the maximum. Sign or delete some of them first.`,
    )
  if (outcome === 'tooManyDrafts')
    throw new StorageFailure(
      422,
      `This safe has ${mostProposals.drafts} drafts, the maximum. Sign or delete some of them first.`,
    )
  if (outcome === 'tooManyWaiting') throw tooManyWaiting(proposedBy)
}

export function assertSize({ data }: Pick<SafeTransaction, 'data'>): void {
  const bytes = size(data)
  if (bytes > mostData)
    throw new StorageFailure(
      422,
      `The transaction has ${bytes} bytes of data; the maximum is ${mostData}. Split it into smaller transactions.`,
    )
}

export function assertSmall({ data }: SafeTransaction): void {
  const bytes = size(data)
  if (bytes > mostUnsignedData)
    throw new StorageFailure(
      422,
      `An unsigned proposal may have ${mostUnsignedData} bytes of data, and this one has ${bytes}. Sign it, or sign in as an owner and propose it again.`,
    )
}

export function tooManyWaiting(owner: Address): StorageFailure {
  return new StorageFailure(
    422,
    `${owner} has ${mostProposals.waiting} transactions waiting in this safe, the maximum. Execute or delete some of them first.`,
  )
}

export function executedAlready(): StorageFailure {
  return new StorageFailure(
    422,
    'This transaction was already executed. There is nothing left to sign.',
  )
}
