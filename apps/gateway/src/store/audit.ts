import { sql } from 'kysely'
import type { Address } from 'viem'
import { toAddressOrNull, toBytesOrNull } from './bytes.js'
import type { Store } from './openStore.js'

export type AuditAct =
  | 'signed in'
  | 'signed out'
  | 'created an access token'
  | 'revoked an access token'
  | 'made a backup'

export type AuditEntry = {
  id: bigint
  at: Date
  /** Null: the operator, on the machine itself. */
  account: Address | null
  act: string
  subject: string
}

/** So many are kept of sign-ins, and as many of everything else. */
const mostEntries = 100_000

/** Counting them takes longer than adding one. */
const pruneEvery = 1_000n

/** Strangers can sign in too: what else was done is not theirs to push out. */
const isSignIn = sql`(act in ('signed in', 'signed out'))`

/** No secret is ever a subject. */
export async function noteAct(
  store: Store,
  entry: { account: Address | null; act: AuditAct; subject: string },
): Promise<void> {
  const { account, act, subject } = entry
  const { id } = await store
    .insertInto('audit_entry')
    .values({ account: toBytesOrNull(account), act, subject })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (id % pruneEvery === 0n) await forgetActs(store, { most: mostEntries })
}

/** The oldest go. */
export async function forgetActs(
  store: Store,
  { most }: { most: number },
): Promise<void> {
  for (const isAlike of [isSignIn, sql`not ${isSignIn}`])
    await sql`
      delete from audit_entry where ${isAlike} and id <= (
        select id from audit_entry where ${isAlike}
        order by id desc offset ${most} limit 1)
    `.execute(store)
}

/** The newest first, from before an entry on. */
export async function listActs(
  store: Store,
  { before, limit }: { before: bigint | undefined; limit: number },
): Promise<AuditEntry[]> {
  const rows = await store
    .selectFrom('audit_entry')
    .selectAll()
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? 0n))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ ...row, account: toAddressOrNull(row.account) }))
}
