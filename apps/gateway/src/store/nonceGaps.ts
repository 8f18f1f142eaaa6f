import { sql } from 'kysely'
import type { Address } from 'viem'
import { toBytes } from './bytes.js'
import type { Store } from './openStore.js'

/** Nonces that were used without an execution being stored, and between which blocks. */
export type NonceGap = {
  from: bigint
  to: bigint
  /** Of the execution before and of the one after; null where there is none. */
  afterBlock: bigint | null
  beforeBlock: bigint | null
}

/**
 * Executions are numbered without holes: `next` is the first nonce that was
 * not used yet, `from` one below which nothing is missing.
 */
export async function findNonceGaps(
  store: Store,
  parameters: { chainId: number; safe: Address; from: bigint; next: bigint },
): Promise<NonceGap[]> {
  const { chainId, safe, from, next } = parameters
  if (from >= next) return []
  const own = sql`chain_id = ${chainId} and safe = ${toBytes(safe)}
    and block_number is not null`
  // The ends stand in the list as executions of their own.
  const { rows } = await sql<{
    nonce: string
    after: string
    block: bigint | null
    after_block: bigint | null
  }>`
    select * from (
      select nonce, lead(nonce) over by_nonce as after,
        block, lead(block) over by_nonce as after_block
      from (
        select nonce, block_number as block from multisig_tx
        where ${own} and nonce >= ${String(from)} and nonce < ${String(next)}
        union all select ${String(from - 1n)}::numeric, null
        union all select ${String(next)}::numeric, null
      ) executed
      window by_nonce as (order by nonce)
    ) neighbours
    where after > nonce + 1
    order by nonce
  `.execute(store)
  const gaps = rows.map(
    (row): NonceGap => ({
      from: BigInt(row.nonce) + 1n,
      to: BigInt(row.after) - 1n,
      afterBlock: row.block,
      beforeBlock: row.after_block,
    }),
  )
  if (gaps.length === 0) return []
  // Of these only the hash is known: each of them fills one place.
  const { rows: nameless } = await sql<{ block_number: bigint }>`
    select block_number from multisig_tx
    where ${own} and nonce is null and details = 'unavailable'
    order by block_number
  `.execute(store)
  return gaps.filter(({ from: first, to: last, ...span }) => {
    const fitting = nameless.filter(
      ({ block_number: block }) =>
        block >= (span.afterBlock ?? 0n) &&
        (span.beforeBlock === null || block <= span.beforeBlock),
    )
    return BigInt(fitting.length) < last - first + 1n
  })
}
