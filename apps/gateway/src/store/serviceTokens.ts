import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Store } from './openStore.js'

/** Keeps the hash of a token; `false` when the name is taken. */
export async function saveServiceToken(
  store: Store,
  parameters: { name: string; token: string },
): Promise<boolean> {
  const { name, token } = parameters
  const { numInsertedOrUpdatedRows } = await store
    .insertInto('service_token')
    .values({ name, token_hash: hashToken(token) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** `false` when there is none of this name. */
export async function deleteServiceToken(
  store: Store,
  name: string,
): Promise<boolean> {
  const { numDeletedRows } = await store
    .deleteFrom('service_token')
    .where('name', '=', name)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function listServiceTokens(
  store: Store,
): Promise<{ name: string; createdAt: Date }[]> {
  const rows = await store
    .selectFrom('service_token')
    .select(['name', 'created_at'])
    .orderBy('name')
    .execute()
  return rows.map(({ name, created_at }) => ({ name, createdAt: created_at }))
}

/** Where no token was ever given, whatever somebody sends is none. */
export async function judgeServiceToken(
  store: Store,
  token: string,
): Promise<'known' | 'unknown' | 'none given'> {
  const { rows } = await sql<{ known: boolean; given: boolean }>`
    select exists (
        select from service_token where token_hash = ${hashToken(token)}
      ) as known,
      exists (select from service_token) as given
  `.execute(store)
  if (rows[0]?.known) return 'known'
  return rows[0]?.given ? 'unknown' : 'none given'
}

function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
