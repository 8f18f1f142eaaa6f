import { sql } from 'kysely'
import type { Address } from 'viem'
import { toBytes, toBytesOrNull } from './bytes.js'
import type { NewConfirmation } from './confirmations.js'
import { countDrafts } from './drafts.js'
import type { Store } from './openStore.js'
import type { Claim, Known, NewProposal } from './proposal.js'
import { countUnsigned } from './unsigned.js'

export type ProposalLimits = {
  /** Unsigned proposals of all strangers. */
  unsigned: number
  /** Drafts of one account, and of all of them. */
  vouched: number
  drafts: number
  /** What one owner has waiting, from this nonce on. */
  waiting: number
  fromNonce: bigint
}

export type Excess =
  | 'tooManyUnsigned'
  | 'tooManyVouched'
  | 'tooManyDrafts'
  | 'tooManyWaiting'

/** What joins a queue needs room there; what is there already needs none. */
export async function findExcess(
  store: Store,
  parameters: {
    proposal: NewProposal
    known: Known | undefined
    limits: ProposalLimits
  },
): Promise<Excess | undefined> {
  const { proposal, known, limits } = parameters
  const { unsigned } = proposal
  if (known?.trusted) return undefined
  if (!unsigned) {
    const waiting = await countWaiting(store, { ...proposal, ...limits })
    return waiting >= limits.waiting ? 'tooManyWaiting' : undefined
  }
  const { vouchedBy } = unsigned
  if (vouchedBy ? known?.vouchedBy : known) return undefined
  if (!vouchedBy && unsigned.awaited) return undefined
  const count = await countUnsigned(store, { ...proposal, vouchedBy })
  if (!vouchedBy)
    return count >= limits.unsigned ? 'tooManyUnsigned' : undefined
  if (count >= limits.vouched) return 'tooManyVouched'
  const drafts = await countDrafts(store, proposal)
  return drafts >= limits.drafts ? 'tooManyDrafts' : undefined
}

/**
 * What waits because of one owner: what it or one delegate of it proposed, or
 * what nobody proposed and it signed.
 */
export async function countWaiting(
  store: Store,
  parameters: {
    chainId: number
    safe: Address
    claim: Claim | null
    confirmations: readonly NewConfirmation[]
    fromNonce: bigint
  },
): Promise<number> {
  const { chainId, safe, claim, confirmations, fromNonce } = parameters
  const by = claim
    ? sql`proposer = ${toBytes(claim.proposer)} and proposed_by_delegate
        is not distinct from ${toBytesOrNull(claim.proposedByDelegate)}::bytea`
    : sql`proposer is null and exists (
        select from confirmation
        where confirmation.chain_id = multisig_tx.chain_id
          and confirmation.safe_tx_hash = multisig_tx.safe_tx_hash
          and confirmation.owner
            = any(${confirmations.map(({ owner }) => toBytes(owner))}::bytea[])
      )`
  const { rows } = await sql<{ count: bigint }>`
    select count(*) from multisig_tx
    where chain_id = ${chainId} and safe = ${toBytes(safe)}
      and block_number is null and invalidated is null and trusted
      and nonce >= ${String(fromNonce)}::numeric and ${by}
  `.execute(store)
  return Number(rows[0]?.count ?? 0n)
}
