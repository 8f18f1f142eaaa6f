import { sql } from 'kysely'
import type { Address, Hex } from 'viem'
import { toBytes, toBytesOrNull } from './bytes.js'
import type { TransactionFields } from './chainRows.js'
import { addConfirmations, type NewConfirmation } from './confirmations.js'
import type { Store } from './openStore.js'
import { announce } from './outbox.js'

export type NewProposal = {
  chainId: number
  safe: Address
  safeTxHash: Hex
  fields: TransactionFields
  proposer: Address
  proposedByDelegate: Address | null
  origin: string | null
  note: string | null
  /** Whether somebody who may has signed it. */
  trusted: boolean
  confirmations: readonly NewConfirmation[]
}

/**
 * Stores a proposal, or adds to the one that is there what it lacks: its
 * content never changes. Everything or nothing of it is stored, and those who
 * write at the same time wait for each other at the row.
 */
export async function saveProposal(
  store: Store,
  proposal: NewProposal,
  options: { mostUntrusted: number },
): Promise<'saved' | 'tooMany'> {
  const { chainId, safe, safeTxHash, trusted } = proposal
  return store.transaction().execute(async (transaction) => {
    const isNew = await insertProposal(transaction, proposal)
    if (isNew && !trusted) {
      const { mostUntrusted } = options
      const count = await countUntrusted(transaction, { chainId, safe })
      if (count > mostUntrusted) {
        await removeProposal(transaction, { chainId, safeTxHash })
        return 'tooMany'
      }
    }
    const isRaised = !isNew && (await raiseProposal(transaction, proposal))
    const added = await addConfirmations(transaction, proposal)
    if (!isNew && !isRaised && added === 0) return 'saved'
    if (added > 0) await markModified(transaction, { chainId, safeTxHash })
    await announceQueue(transaction, { chainId, safe, safeTxHash })
    return 'saved'
  })
}

async function insertProposal(
  store: Store,
  proposal: NewProposal,
): Promise<boolean> {
  const { chainId, safe, safeTxHash, fields } = proposal
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
      proposer: toBytes(proposal.proposer),
      proposed_by_delegate: toBytesOrNull(proposal.proposedByDelegate),
      origin: proposal.origin,
      note: proposal.note,
      submitted_at: sql`now()`,
      modified_at: sql`now()`,
      trusted: proposal.trusted,
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

/**
 * Who proposed it and why is written when it is signed for the first time:
 * before, anybody could have claimed it. The row is locked in any case.
 */
async function raiseProposal(
  store: Store,
  proposal: NewProposal,
): Promise<boolean> {
  const { chainId, safeTxHash, trusted } = proposal
  const { rows } = await sql<{ trusted: boolean; proposed: boolean }>`
    select trusted,
      submitted_at is not null and invalidated is null as proposed
    from multisig_tx
    where chain_id = ${chainId} and safe_tx_hash = ${toBytes(safeTxHash)}
    for update
  `.execute(store)
  const known = rows[0]
  const isRaised = known && trusted && !known.trusted
  if (!known || (known.proposed && !isRaised)) return false
  await store
    .updateTable('multisig_tx')
    .set({
      // The chain may have told no more than the hash.
      ...toColumns(proposal.fields),
      proposer: toBytes(proposal.proposer),
      proposed_by_delegate: toBytesOrNull(proposal.proposedByDelegate),
      origin: proposal.origin,
      note: proposal.note,
      submitted_at: sql`coalesce(submitted_at, now())`,
      modified_at: sql`now()`,
      trusted: sql`trusted or ${trusted}`,
      invalidated: null,
    })
    .where('chain_id', '=', BigInt(chainId))
    .where('safe_tx_hash', '=', toBytes(safeTxHash))
    .execute()
  return true
}

/** Unsigned proposals that wait; the row just written counts. */
async function countUntrusted(
  store: Store,
  parameters: { chainId: number; safe: Address },
): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`
    select count(*) from multisig_tx
    where chain_id = ${parameters.chainId}
      and safe = ${toBytes(parameters.safe)}
      and block_number is null and invalidated is null and not trusted
  `.execute(store)
  return Number(rows[0]?.count ?? 0n)
}

async function removeProposal(
  store: Store,
  parameters: { chainId: number; safeTxHash: Hex },
): Promise<void> {
  await store
    .deleteFrom('multisig_tx')
    .where('chain_id', '=', BigInt(parameters.chainId))
    .where('safe_tx_hash', '=', toBytes(parameters.safeTxHash))
    .execute()
}

/** Adds what owners signed; `false` when the proposal is gone or executed. */
export async function confirmProposal(
  store: Store,
  parameters: {
    chainId: number
    safe: Address
    safeTxHash: Hex
    confirmations: readonly NewConfirmation[]
  },
): Promise<boolean> {
  const { chainId, safe, safeTxHash } = parameters
  return store.transaction().execute(async (transaction) => {
    if (!(await lockProposal(transaction, { chainId, safeTxHash })))
      return false
    const added = await addConfirmations(transaction, parameters)
    if (added === 0) return true
    await markModified(transaction, { chainId, safeTxHash })
    await announceQueue(transaction, { chainId, safe, safeTxHash })
    return true
  })
}

/** `false` when it is gone or executed meanwhile. */
export async function deleteProposal(
  store: Store,
  parameters: { chainId: number; safe: Address; safeTxHash: Hex },
): Promise<boolean> {
  const { chainId, safe, safeTxHash } = parameters
  return store.transaction().execute(async (transaction) => {
    if (!(await lockProposal(transaction, { chainId, safeTxHash })))
      return false
    await transaction
      .deleteFrom('confirmation')
      .where('chain_id', '=', BigInt(chainId))
      .where('safe_tx_hash', '=', toBytes(safeTxHash))
      .execute()
    await removeProposal(transaction, { chainId, safeTxHash })
    await announceQueue(transaction, { chainId, safe, safeTxHash })
    return true
  })
}

async function lockProposal(
  store: Store,
  parameters: { chainId: number; safeTxHash: Hex },
): Promise<boolean> {
  const { rows } = await sql`
    select from multisig_tx
    where chain_id = ${parameters.chainId}
      and safe_tx_hash = ${toBytes(parameters.safeTxHash)}
      and block_number is null
    for update
  `.execute(store)
  return rows.length > 0
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
  parameters: { chainId: number; safe: Address; safeTxHash: Hex },
): Promise<void> {
  const { chainId, safe, safeTxHash } = parameters
  await announce(store, {
    chainId,
    changes: [
      {
        safe,
        kind: 'queue',
        ref: `multisig_${safe}_${safeTxHash}`,
        block: null,
      },
    ],
  })
}
