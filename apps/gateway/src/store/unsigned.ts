import { approveHashMethod, encodeMethod } from '@covault/protocol'
import { type RawBuilder, sql } from 'kysely'
import { type Address, type Hex, zeroHash } from 'viem'
import { toBytes } from './bytes.js'
import type { Store } from './openStore.js'

/** Of an unsigned proposal; one that somebody vouches for is a draft. */
export type Unsigned = {
  /** The owner it names as its sender. */
  owner: Address
  /** Who is signed in and has a say in that owner; null: anybody sent it. */
  vouchedBy: Address | null
  /** That owner, a safe, is about to approve it on the chain. */
  awaited: boolean
}

export const lifetime = sql`interval '1 day'`

/** That a row is not an unsigned proposal whose day is over. */
export const isCurrent: RawBuilder<boolean> = sql`
  (trusted or block_number is not null
    or expires_at is null or expires_at > now())`

/**
 * So long before its end one gets another day, because it must not be missing
 * in between; many times as long as upkeep waits.
 */
const ahead = sql`interval '10 minutes'`

/** Those that wait in a safe, of strangers or of one account. */
export async function countUnsigned(
  store: Store,
  parameters: { chainId: number; safe: Address; vouchedBy: Address | null },
): Promise<number> {
  const { chainId, safe, vouchedBy } = parameters
  const { rows } = await sql<{ count: bigint }>`
    select count(*) from multisig_tx
    where chain_id = ${chainId} and safe = ${toBytes(safe)}
      and block_number is null and invalidated is null and not trusted
      and ${isCurrent}
      and ${vouchedBy ? sql`vouched_by = ${toBytes(vouchedBy)}` : sql`vouched_by is null`}
  `.execute(store)
  return Number(rows[0]?.count ?? 0n)
}

/** Whether a signed transaction that waits in one safe approves this hash. */
export async function isApprovalWaiting(
  store: Store,
  parameters: { chainId: number; owner: Address; safeTxHash: Hex },
): Promise<boolean> {
  const { chainId, owner, safeTxHash } = parameters
  const { rows } = await sql`
    select where ${approves({
      chainId: sql`${chainId}`,
      owner: sql`${toBytes(owner)}`,
      hash: sql`${toBytes(safeTxHash)}::bytea`,
    })}
  `.execute(store)
  return rows.length > 0
}

/**
 * Takes away unsigned proposals whose day is over, with what was written about
 * them. One that a safe is about to approve gets another day: its owners must
 * see what they approve. A draft has no end until its nonce is used; then it
 * has a day, in which a reorg can still bring its nonce back.
 */
export async function expireUnsigned(
  store: Store,
  chainId: number,
): Promise<void> {
  const isUnsigned = sql`chain_id = ${chainId} and block_number is null
    and not trusted`
  const isUsed = sql`(nonce < coalesce((
    select nonce from safe_state state
    where state.chain_id = multisig_tx.chain_id
      and state.safe = multisig_tx.safe
    order by block_number desc limit 1
  ), 0))`
  await sql`
    update multisig_tx
    set expires_at = case when ${isUsed} then now() + ${lifetime} end
    where ${isUnsigned} and vouched_by is not null
      and (expires_at is not null) <> ${isUsed}
  `.execute(store)
  await sql`
    update multisig_tx set expires_at = now() + ${lifetime}
    where ${isUnsigned} and expires_at < now() + ${ahead}
      and ${approves({
        chainId: sql`multisig_tx.chain_id`,
        owner: sql`multisig_tx.named_owner`,
        hash: sql`multisig_tx.safe_tx_hash`,
      })}
  `.execute(store)
  await sql`
    with gone as (
      delete from multisig_tx where ${isUnsigned} and expires_at < now()
      returning chain_id, safe_tx_hash
    )
    delete from comment using gone
    where comment.chain_id = gone.chain_id
      and comment.safe_tx_hash = gone.safe_tx_hash
  `.execute(store)
}

/**
 * Gives a day to those of strangers that have no end, and takes away what they
 * claim; drafts have none.
 */
export async function boundUnsigned(store: Store): Promise<void> {
  await sql`
    update multisig_tx set expires_at = now() + ${lifetime},
      named_owner = proposer, proposer = null, origin = null, note = null
    where block_number is null and not trusted and vouched_by is null
      and expires_at is null
  `.execute(store)
  await sql`
    update multisig_tx set expires_at = null
    where block_number is null and not trusted and vouched_by is not null
  `.execute(store)
}

/** Forgets one whose day is over, so that it can be proposed again. */
export async function forgetExpired(
  store: Store,
  parameters: { chainId: number; safeTxHash: Hex },
): Promise<void> {
  await sql`
    delete from multisig_tx
    where chain_id = ${parameters.chainId}
      and safe_tx_hash = ${toBytes(parameters.safeTxHash)}
      and not ${isCurrent}
  `.execute(store)
}

const selector = toBytes(
  encodeMethod(approveHashMethod, { hashToApprove: zeroHash }),
).subarray(0, 4)

/** Longer ones are not searched: there may be many of them. */
const longestApproval = 16_384

/** Alone or in a batch: the bytes of the call are the same. */
function approves(parameters: {
  chainId: RawBuilder<unknown>
  owner: RawBuilder<unknown>
  hash: RawBuilder<unknown>
}): RawBuilder<boolean> {
  const { chainId, owner, hash } = parameters
  return sql`exists (
    select from multisig_tx approval
    where approval.chain_id = ${chainId} and approval.safe = ${owner}
      and approval.block_number is null and approval.invalidated is null
      and approval.trusted and length(approval.data) <= ${longestApproval}
      and position(${selector}::bytea || ${hash} in approval.data) > 0
      and approval.nonce >= coalesce((
        select nonce from safe_state state
        where state.chain_id = ${chainId} and state.safe = ${owner}
        order by block_number desc limit 1
      ), 0)
  )`
}
