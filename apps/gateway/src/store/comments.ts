import { sql } from 'kysely'
import type { Address, Hex } from 'viem'
import { toAddress, toBytes, toHex } from './bytes.js'
import type { Store } from './openStore.js'
import { announce } from './outbox.js'

export type StoredComment = {
  /** The hash that its writer signed. */
  id: Hex
  writer: Address
  text: string
  writtenAt: Date
  signature: Hex
}

type Place = { chainId: number; safe: Address; safeTxHash: Hex }

/** Oldest first. */
export async function listComments(
  store: Store,
  { chainId, safe, safeTxHash }: Place,
): Promise<StoredComment[]> {
  const rows = await store
    .selectFrom('comment')
    .selectAll()
    .where('chain_id', '=', BigInt(chainId))
    .where('safe_tx_hash', '=', toBytes(safeTxHash))
    .where('safe', '=', toBytes(safe))
    .orderBy('written_at')
    .orderBy('comment_hash')
    .execute()
  return rows.map((row) => ({
    id: toHex(row.comment_hash),
    writer: toAddress(row.writer),
    text: row.text,
    writtenAt: row.written_at,
    signature: toHex(row.signature),
  }))
}

/**
 * Those who write about one transaction at the same time wait for each other
 * at its row, so that limits hold. `gone`: this safe has no such transaction.
 */
export async function saveComment(
  store: Store,
  comment: Place & StoredComment,
  limits: { ofTransaction: number; ofWriter: number },
): Promise<'stored' | 'unchanged' | 'gone' | 'full' | 'writerFull'> {
  const { chainId, safe, safeTxHash, writer } = comment
  return store.transaction().execute(async (transaction) => {
    const { rows: locked } = await sql`
      select from multisig_tx
      where chain_id = ${chainId} and safe_tx_hash = ${toBytes(safeTxHash)}
        and safe = ${toBytes(safe)}
      for update
    `.execute(transaction)
    if (locked.length === 0) return 'gone'
    const before = await listComments(transaction, comment)
    if (before.some(({ id }) => id === comment.id)) return 'unchanged'
    if (before.length >= limits.ofTransaction) return 'full'
    const own = before.filter((one) => one.writer === writer)
    if (own.length >= limits.ofWriter) return 'writerFull'
    await transaction
      .insertInto('comment')
      .values({
        chain_id: BigInt(chainId),
        comment_hash: toBytes(comment.id),
        safe: toBytes(safe),
        safe_tx_hash: toBytes(safeTxHash),
        writer: toBytes(writer),
        text: comment.text,
        written_at: comment.writtenAt,
        signature: toBytes(comment.signature),
      })
      .execute()
    await announceComment(transaction, comment)
    return 'stored'
  })
}

/** `false` when this writer has none of that name. */
export async function deleteComment(
  store: Store,
  parameters: Place & { id: Hex; writer: Address },
): Promise<boolean> {
  const { chainId, safe, safeTxHash, id, writer } = parameters
  return store.transaction().execute(async (transaction) => {
    const { numDeletedRows } = await transaction
      .deleteFrom('comment')
      .where('chain_id', '=', BigInt(chainId))
      .where('comment_hash', '=', toBytes(id))
      .where('safe', '=', toBytes(safe))
      .where('safe_tx_hash', '=', toBytes(safeTxHash))
      .where('writer', '=', toBytes(writer))
      .executeTakeFirst()
    if (numDeletedRows === 0n) return false
    await announceComment(transaction, parameters)
    return true
  })
}

/** Those about a proposal go with it. */
export async function forgetComments(
  store: Store,
  { chainId, safeTxHash }: { chainId: number; safeTxHash: Hex },
): Promise<void> {
  await store
    .deleteFrom('comment')
    .where('chain_id', '=', BigInt(chainId))
    .where('safe_tx_hash', '=', toBytes(safeTxHash))
    .execute()
}

/** Strangers may listen where the gateway is open: they are not told where. */
async function announceComment(
  store: Store,
  { chainId, safe }: Pick<Place, 'chainId' | 'safe'>,
): Promise<void> {
  await announce(store, {
    chainId,
    changes: [{ safe, kind: 'comment', ref: null, block: null }],
  })
}
