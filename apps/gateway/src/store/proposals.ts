import { sql } from 'kysely'
import type { Address, Hex } from 'viem'
import { toAddress, toBytes, toBytesOrNull } from './bytes.js'
import type { TransactionFields } from './chainRows.js'
import { forgetComments } from './comments.js'
import { addConfirmations, type NewConfirmation } from './confirmations.js'
import type { Store } from './openStore.js'
import { announce } from './outbox.js'
import type { Claim, Known, NewProposal } from './proposal.js'
import {
  countWaiting,
  type Excess,
  findExcess,
  type ProposalLimits,
} from './proposalLimits.js'
import { forgetExpired, lifetime, type Unsigned } from './unsigned.js'

export type SaveOutcome = 'stored' | 'unchanged' | Excess

/**
 * Stores a proposal, or adds to the one that is there what it lacks: its
 * content never changes. Everything or nothing of it is stored, and those who
 * write at the same time wait for each other at the row.
 */
export async function saveProposal(
  store: Store,
  proposal: NewProposal,
  limits: ProposalLimits,
): Promise<SaveOutcome> {
  const { chainId, safe, safeTxHash } = proposal
  return store.transaction().execute(async (transaction) => {
    await forgetExpired(transaction, { chainId, safeTxHash })
    const known = await lockKnown(transaction, { chainId, safeTxHash })
    const excess = await findExcess(transaction, { proposal, known, limits })
    if (excess) return excess
    const told = await withProvenClaim(transaction, proposal)
    const isNew = !known && (await insertProposal(transaction, told))
    const isRaised = !isNew && (await raiseProposal(transaction, told))
    const added = await addConfirmations(transaction, proposal)
    if (!isNew && !isRaised && added === 0) return 'unchanged'
    if (added > 0) await markModified(transaction, { chainId, safeTxHash })
    await announceQueue(transaction, { chainId, safe, safeTxHash })
    return 'stored'
  })
}

async function insertProposal(
  store: Store,
  proposal: NewProposal,
): Promise<boolean> {
  const { chainId, safe, safeTxHash, fields, unsigned } = proposal
  const { numInsertedOrUpdatedRows } = await store
    .insertInto('multisig_tx')
    .values({
      chain_id: BigInt(chainId),
      safe_tx_hash: toBytes(safeTxHash),
      safe: toBytes(safe),
      ...toColumns(fields),
      details: 'proposal',
      tx_hash: null,
      block_number: null,
      tx_index: null,
      log_index: null,
      executed_at: null,
      success: null,
      payment: null,
      executor: null,
      signatures: null,
      threshold: null,
      ...toClaimColumns(proposal.claim),
      ...toUnsignedColumns(unsigned),
      submitted_at: sql`now()`,
      modified_at: sql`now()`,
      trusted: unsigned === null,
      invalidated: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

function toColumns(fields: TransactionFields) {
  return {
    nonce: String(fields.nonce),
    to_address: toBytes(fields.to),
    value: String(fields.value),
    data: toBytes(fields.data),
    operation: fields.operation,
    safe_tx_gas: String(fields.safeTxGas),
    base_gas: String(fields.baseGas),
    gas_price: String(fields.gasPrice),
    gas_token: toBytes(fields.gasToken),
    refund_receiver: toBytes(fields.refundReceiver),
  }
}

function toClaimColumns(claim: Claim | null) {
  return {
    proposer: toBytesOrNull(claim?.proposer),
    proposed_by_delegate: toBytesOrNull(claim?.proposedByDelegate),
    origin: claim?.origin ?? null,
    note: claim?.note ?? null,
  }
}

function toUnsignedColumns(unsigned: Unsigned | null) {
  return {
    named_owner: toBytesOrNull(unsigned?.owner),
    vouched_by: toBytesOrNull(unsigned?.vouchedBy),
    expires_at:
      unsigned && !unsigned.vouchedBy ? sql<Date>`now() + ${lifetime}` : null,
  }
}

/** A signature that others have seen, also one of before, proves nothing. */
async function withProvenClaim(
  store: Store,
  proposal: NewProposal,
): Promise<NewProposal> {
  const { chainId, safeTxHash, claim } = proposal
  if (!claim || proposal.isProvenAnew) return proposal
  const signature = sql`(${chainId}, ${toBytes(safeTxHash)}::bytea,
    ${toBytes(claim.proposer)}::bytea)`
  const { rows } = await sql`
    select from confirmation
    where (chain_id, safe_tx_hash, owner) = ${signature}
    union all
    select from withdrawn
    where (chain_id, safe_tx_hash, owner) = ${signature}
    limit 1
  `.execute(store)
  return rows.length > 0 ? { ...proposal, claim: null } : proposal
}

async function lockKnown(
  store: Store,
  { chainId, safeTxHash }: { chainId: number; safeTxHash: Hex },
): Promise<Known | undefined> {
  const { rows } = await sql<Known>`
    select trusted,
      submitted_at is not null and invalidated is null as proposed,
      proposer is not null as claimed,
      vouched_by as "vouchedBy"
    from multisig_tx
    where chain_id = ${chainId} and safe_tx_hash = ${toBytes(safeTxHash)}
    for update
  `.execute(store)
  return rows[0]
}

/**
 * Who proposed it and why is written when its proposer proves it for the
 * first time: before, anybody could have claimed it.
 */
async function raiseProposal(
  store: Store,
  proposal: NewProposal,
): Promise<boolean> {
  const { chainId, safeTxHash, claim, unsigned } = proposal
  const known = await lockKnown(store, proposal)
  if (!known) return false
  const isRaised = !unsigned && !known.trusted
  const isRevived = !known.proposed
  const isVouched = unsigned?.vouchedBy && !known.trusted && !known.vouchedBy
  const isClaimed = claim && (isRaised || isVouched || !known.claimed)
  if (!isRaised && !isRevived && !isVouched && !isClaimed) return false
  await store
    .updateTable('multisig_tx')
    .set({
      // The chain may have told no more than the hash.
      ...toColumns(proposal.fields),
      ...(isClaimed ? toClaimColumns(claim) : {}),
      ...(isVouched ? toUnsignedColumns(unsigned) : {}),
      submitted_at: sql`coalesce(submitted_at, now())`,
      modified_at: sql`now()`,
      trusted: sql`trusted or ${unsigned === null}`,
      invalidated: null,
    })
    .where('chain_id', '=', BigInt(chainId))
    .where('safe_tx_hash', '=', toBytes(safeTxHash))
    .execute()
  return true
}

async function removeProposal(
  store: Store,
  parameters: { chainId: number; safeTxHash: Hex },
): Promise<void> {
  await forgetComments(store, parameters)
  await store
    .deleteFrom('multisig_tx')
    .where('chain_id', '=', BigInt(parameters.chainId))
    .where('safe_tx_hash', '=', toBytes(parameters.safeTxHash))
    .execute()
}

/** Adds what owners signed to a proposal that is neither gone nor executed. */
export async function confirmProposal(
  store: Store,
  parameters: {
    chainId: number
    safe: Address
    safeTxHash: Hex
    confirmations: readonly NewConfirmation[]
  },
  limits: Pick<ProposalLimits, 'waiting' | 'fromNonce'>,
): Promise<'stored' | 'unchanged' | 'gone' | 'tooManyWaiting'> {
  const { chainId, safe, safeTxHash } = parameters
  return store.transaction().execute(async (transaction) => {
    const locked = await lockProposal(transaction, { chainId, safeTxHash })
    if (!locked) return 'gone'
    if (!locked.trusted) {
      const request = { ...parameters, ...limits, claim: null }
      const waiting = await countWaiting(transaction, request)
      if (waiting >= limits.waiting) return 'tooManyWaiting'
    }
    const added = await addConfirmations(transaction, parameters)
    if (added === 0) return 'unchanged'
    await markModified(transaction, { chainId, safeTxHash })
    await announceQueue(transaction, { chainId, safe, safeTxHash })
    return 'stored'
  })
}

/** `false` when it is gone or executed meanwhile, or is no draft any more. */
export async function deleteProposal(
  store: Store,
  parameters: {
    chainId: number
    safe: Address
    safeTxHash: Hex
    /** Only what nobody has signed. */
    isDraft?: boolean
  },
): Promise<boolean> {
  const { chainId, safe, safeTxHash, isDraft = false } = parameters
  return store.transaction().execute(async (transaction) => {
    const locked = await lockProposal(transaction, { chainId, safeTxHash })
    if (!locked || (isDraft && locked.trusted)) return false
    await sql`
      with gone as (
        delete from confirmation
        where chain_id = ${chainId} and safe_tx_hash = ${toBytes(safeTxHash)}
        returning chain_id, safe_tx_hash, owner
      )
      insert into withdrawn select * from gone on conflict do nothing
    `.execute(transaction)
    await removeProposal(transaction, { chainId, safeTxHash })
    // Receivers were not told of a draft, and need not hear that it is gone.
    await announceQueue(transaction, {
      ...{ chainId, safe, safeTxHash: isDraft ? null : safeTxHash },
    })
    return true
  })
}

/** Whose signatures a proposal had when it was deleted. */
export async function listWithdrawn(
  store: Store,
  { chainId, safeTxHash }: { chainId: number; safeTxHash: Hex },
): Promise<Address[]> {
  const rows = await store
    .selectFrom('withdrawn')
    .select('owner')
    .where('chain_id', '=', BigInt(chainId))
    .where('safe_tx_hash', '=', toBytes(safeTxHash))
    .execute()
  return rows.map(({ owner }) => toAddress(owner))
}

async function lockProposal(
  store: Store,
  parameters: { chainId: number; safeTxHash: Hex },
): Promise<{ trusted: boolean } | undefined> {
  const { rows } = await sql<{ trusted: boolean }>`
    select trusted from multisig_tx
    where chain_id = ${parameters.chainId}
      and safe_tx_hash = ${toBytes(parameters.safeTxHash)}
      and block_number is null
    for update
  `.execute(store)
  return rows[0]
}

/** Every signature that is stored was checked: one makes it trusted. */
async function markModified(
  store: Store,
  parameters: { chainId: number; safeTxHash: Hex },
): Promise<void> {
  await store
    .updateTable('multisig_tx')
    .set({ modified_at: sql`now()`, trusted: true, invalidated: null })
    .where('chain_id', '=', BigInt(parameters.chainId))
    .where('safe_tx_hash', '=', toBytes(parameters.safeTxHash))
    .execute()
}

async function announceQueue(
  store: Store,
  parameters: { chainId: number; safe: Address; safeTxHash: Hex | null },
): Promise<void> {
  const { chainId, safe, safeTxHash } = parameters
  await announce(store, {
    chainId,
    changes: [
      {
        safe,
        kind: 'queue',
        ref: safeTxHash && `multisig_${safe}_${safeTxHash}`,
        block: null,
      },
    ],
  })
}
