import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Address } from 'viem'
import { toAddress, toBytes } from './bytes.js'
import type { Store } from './openStore.js'

export type Session = {
  chainId: number
  address: Address
  /** Signed by the account's key: no other is behind it on another chain. */
  anyChain: boolean
}

/** Old ones leave as new ones come, so the table stays small. */
export async function saveNonce(
  store: Store,
  parameters: { nonce: string; seconds: number },
): Promise<void> {
  const { nonce, seconds } = parameters
  await sql`delete from auth_nonce where expires_at < now()`.execute(store)
  await sql`
    insert into auth_nonce (nonce, expires_at)
    values (${nonce}, now() + make_interval(secs => ${seconds}))
  `.execute(store)
}

/** True once: anyone who asks second is told no, in whichever process. */
export async function takeNonce(store: Store, nonce: string): Promise<boolean> {
  const { rows } = await sql`
    delete from auth_nonce where nonce = ${nonce} and expires_at > now()
    returning nonce
  `.execute(store)
  return rows.length > 0
}

export async function saveSession(
  store: Store,
  parameters: Session & { token: string; expiresAt: Date },
): Promise<void> {
  const { token, chainId, address, anyChain, expiresAt } = parameters
  await sql`delete from session where expires_at < now()`.execute(store)
  await store
    .insertInto('session')
    .values({
      token_hash: hashToken(token),
      chain_id: BigInt(chainId),
      address: toBytes(address),
      any_chain: anyChain,
      expires_at: expiresAt,
    })
    .execute()
}

export async function readSession(
  store: Store,
  token: string,
): Promise<Session | undefined> {
  const row = await store
    .selectFrom('session')
    .select(['chain_id', 'address', 'any_chain'])
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return (
    row && {
      chainId: Number(row.chain_id),
      address: toAddress(row.address),
      anyChain: row.any_chain,
    }
  )
}

export async function deleteSession(
  store: Store,
  token: string,
): Promise<void> {
  await store
    .deleteFrom('session')
    .where('token_hash', '=', hashToken(token))
    .execute()
}

function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
