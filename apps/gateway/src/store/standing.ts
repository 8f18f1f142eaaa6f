import { sql } from 'kysely'
import { toHex } from './bytes.js'
import type { Cursor } from './cursors.js'
import type { Store } from './openStore.js'

/**
 * Where a chain stands, and whether a safe waits to be followed or to be read
 * again there.
 */
export async function readStanding(
  store: Store,
  chainId: number,
): Promise<{ cursor: Cursor; waits: boolean } | undefined> {
  const { rows } = await sql<
    Omit<Cursor, 'hash'> & { hash: Buffer; waits: boolean }
  >`
    select number, hash, epoch, checked, final,
      exists (select from safe
        where chain_id = ${chainId} and state_stale)
      or exists (select from watch
        where chain_id = ${chainId} and followed and followed_from is null)
      as waits
    from cursor where chain_id = ${chainId}
  `.execute(store)
  const [row] = rows
  if (!row) return undefined
  const { waits, ...cursor } = row
  return { cursor: { ...cursor, hash: toHex(row.hash) }, waits }
}
