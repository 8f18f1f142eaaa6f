import { sql } from 'kysely'
import type { Address, Hex } from 'viem'
import { toAddress, toBytes } from './bytes.js'
import {
  fitPage,
  type Placed,
  type PlacedRow,
  pageBytes,
  toPlaced,
} from './fitPage.js'
import type { Store } from './openStore.js'
import {
  type MultisigTransaction,
  type Row,
  withConfirmations,
} from './transactionRows.js'

/** What a member of the safe proposed while signed in, and nobody has signed. */
export type Draft = MultisigTransaction & Placed & { savedBy: Address }

const isDraft = sql<boolean>`block_number is null and invalidated is null
  and not trusted and vouched_by is not null`

/** Bytes of stored content after which the list ends. */
const mostBytes = 4 * pageBytes

/** Those that can still be executed, lowest nonce first. */
export async function listDrafts(
  store: Store,
  parameters: {
    chainId: number
    safe: Address
    fromNonce: bigint
    limit: number
  },
): Promise<Draft[]> {
  const { chainId, safe, fromNonce, limit } = parameters
  const order = sql`nonce, submitted_at, safe_tx_hash`
  const listed = sql`
    select * from multisig_tx
    where chain_id = ${chainId} and safe = ${toBytes(safe)} and ${isDraft}
      and nonce >= ${String(fromNonce)}::numeric
    order by ${order} limit ${limit}`
  const bytes = sql`coalesce(octet_length(data), 0)
    + coalesce(octet_length(origin), 0) + coalesce(octet_length(note), 0)`
  const { rows } = await sql<Row & PlacedRow & { vouched_by: Buffer }>`
    ${fitPage(listed, { order, bytes, mostBytes })}
  `.execute(store)
  const transactions = await withConfirmations(store, chainId, rows)
  return rows.flatMap((row, index) => {
    const transaction = transactions[index]
    const savedBy = toAddress(row.vouched_by)
    return transaction ? { ...transaction, ...toPlaced(row), savedBy } : []
  })
}

/** Who saved a draft; undefined: there is none, or somebody has signed it. */
export async function findDrafter(
  store: Store,
  parameters: { chainId: number; safe: Address; safeTxHash: Hex },
): Promise<Address | undefined> {
  const { chainId, safe, safeTxHash } = parameters
  const { rows } = await sql<{ vouched_by: Buffer }>`
    select vouched_by from multisig_tx
    where chain_id = ${chainId} and safe = ${toBytes(safe)}
      and safe_tx_hash = ${toBytes(safeTxHash)} and ${isDraft}
  `.execute(store)
  return rows[0] && toAddress(rows[0].vouched_by)
}

/** All drafts of a safe that wait. */
export async function countDrafts(
  store: Store,
  { chainId, safe }: { chainId: number; safe: Address },
): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`
    select count(*) from multisig_tx
    where chain_id = ${chainId} and safe = ${toBytes(safe)} and ${isDraft}
  `.execute(store)
  return Number(rows[0]?.count ?? 0n)
}
