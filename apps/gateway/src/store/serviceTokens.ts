import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Address } from 'viem'
import { toAddress, toAddressOrNull, toBytes, toBytesOrNull } from './bytes.js'
import type { Store } from './openStore.js'

export type TokenScope = 'read' | 'propose'

export type TokenSafe = { chainId: number; address: Address }

/** What a program shows instead of signing in. */
export type ServiceToken = {
  id: string
  name: string
  /** The member who made it; null: the operator did, for every safe. */
  account: Address | null
  scope: TokenScope
  safes: TokenSafe[]
  createdAt: Date
  /** To the minute. */
  lastUsedAt: Date | null
}

/** Keeps the hash of a token; `undefined` when the operator's name is taken. */
export async function saveServiceToken(
  store: Store,
  parameters: { name: string; token: string } & Partial<
    Pick<ServiceToken, 'account' | 'scope' | 'safes'>
  >,
): Promise<ServiceToken | undefined> {
  const { name, token } = parameters
  const { account = null, scope = 'read', safes = [] } = parameters
  const token_hash = hashToken(token)
  return store.transaction().execute(async (transaction) => {
    const row = await transaction
      .insertInto('service_token')
      .values({ token_hash, name, scope, account: toBytesOrNull(account) })
      .onConflict((conflict) => conflict.doNothing())
      .returning(['id', 'created_at'])
      .executeTakeFirst()
    if (!row) return undefined
    if (safes.length > 0)
      await transaction
        .insertInto('service_token_safe')
        .values(
          safes.map(({ chainId, address }) => ({
            token_hash,
            chain_id: BigInt(chainId),
            safe: toBytes(address),
          })),
        )
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    const { id, created_at: createdAt } = row
    return { id, name, account, scope, safes, createdAt, lastUsedAt: null }
  })
}

/** `false` when the operator has given none of this name. */
export async function deleteServiceToken(
  store: Store,
  name: string,
): Promise<boolean> {
  const { numDeletedRows } = await store
    .deleteFrom('service_token')
    .where('name', '=', name)
    .where('account', 'is', null)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** `false` when the member has made none with this id. */
export async function deleteMemberToken(
  store: Store,
  parameters: { id: string; account: Address },
): Promise<boolean> {
  const { numDeletedRows } = await store
    .deleteFrom('service_token')
    .where(sql<string>`id::text`, '=', parameters.id)
    .where('account', '=', toBytes(parameters.account))
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Those of a member, or the operator's; the oldest first. */
export async function listServiceTokens(
  store: Store,
  { account }: { account: Address | null },
): Promise<ServiceToken[]> {
  return select(
    store,
    sql`account is not distinct from ${toBytesOrNull(account)}::bytea`,
  )
}

export async function findServiceToken(
  store: Store,
  token: string,
): Promise<ServiceToken | undefined> {
  const [found] = await select(store, sql`token_hash = ${hashToken(token)}`)
  return found
}

export async function noteTokenUse(
  store: Store,
  { id }: Pick<ServiceToken, 'id'>,
): Promise<void> {
  await sql`
    update service_token set last_used_at = now() where id = ${id}
  `.execute(store)
}

async function select(
  store: Store,
  which: ReturnType<typeof sql>,
): Promise<ServiceToken[]> {
  const { rows } = await sql<{
    id: string
    name: string
    account: Buffer | null
    scope: TokenScope
    created_at: Date
    last_used_at: Date | null
    chain_ids: string[]
    safes: Buffer[]
  }>`
    select id, name, account, scope, created_at, last_used_at,
      array(select chain_id from service_token_safe kept
        where kept.token_hash = service_token.token_hash
        order by chain_id, safe) as chain_ids,
      array(select safe from service_token_safe kept
        where kept.token_hash = service_token.token_hash
        order by chain_id, safe) as safes
    from service_token where ${which} order by created_at, name
  `.execute(store)
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    account: toAddressOrNull(row.account),
    scope: row.scope,
    safes: row.safes.map((safe, at) => ({
      chainId: Number(row.chain_ids[at]),
      address: toAddress(safe),
    })),
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
  }))
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
