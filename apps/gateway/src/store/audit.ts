import type { Address } from 'viem'
import { toAddressOrNull, toBytesOrNull } from './bytes.js'
import type { Store } from './openStore.js'

export type AuditAct =
  | 'signed in'
  | 'signed out'
  | 'created a token'
  | 'revoked a token'
  | 'made a backup'

export type AuditEntry = {
  id: bigint
  at: Date
  /** Null: the operator, on the machine itself. */
  account: Address | null
  act: string
  subject: string
}

/** Strangers can sign in too, so the list has an end. */
const mostEntries = 100_000n

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
  await store
    .deleteFrom('audit_entry')
    .where('id', '<=', id - mostEntries)
    .execute()
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
