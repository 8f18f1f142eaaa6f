import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Address } from 'viem'
import { toBytes } from './bytes.js'
import type { Store } from './openStore.js'

type EmailAddress = { address: string; confirmed: boolean }

export async function readEmailAddress(
  store: Store,
  account: Address,
): Promise<EmailAddress | undefined> {
  const row = await store
    .selectFrom('email_address')
    .select(['address', 'confirmed_at'])
    .where('account', '=', toBytes(account))
    .executeTakeFirst()
  if (!row?.address) return undefined
  return { address: row.address, confirmed: row.confirmed_at !== null }
}

/** Where notices may be sent; undefined: nobody said that it is theirs. */
export async function readConfirmedAddress(
  store: Store,
  account: Address,
): Promise<string | undefined> {
  const known = await readEmailAddress(store, account)
  return known?.confirmed ? known.address : undefined
}

/** `false` when too many codes were asked for within the hour. */
export async function saveEmailCode(
  store: Store,
  parameters: {
    account: Address
    address: string
    code: string
    minutes: number
    mostPerHour: number
  },
): Promise<boolean> {
  const { account, address, code, minutes, mostPerHour } = parameters
  const isRecent = sql`email_address.codes_since > now() - interval '1 hour'`
  const { rows } = await sql`
    insert into email_address
      (account, address, code_hash, code_expires_at, codes)
    values (${toBytes(account)}, ${address}, ${hashCode(code)},
      now() + make_interval(mins => ${minutes}), 1)
    on conflict (account) do update set
      address = excluded.address, code_hash = excluded.code_hash,
      code_expires_at = excluded.code_expires_at, code_tries = 0,
      confirmed_at = null,
      codes = case when ${isRecent} then email_address.codes + 1 else 1 end,
      codes_since = case when ${isRecent}
        then email_address.codes_since else now() end
    where not (${isRecent} and email_address.codes >= ${mostPerHour})
    returning account
  `.execute(store)
  return rows.length > 0
}

/** `true` once; each wrong code counts, and after a few none is right. */
export async function confirmEmailCode(
  store: Store,
  parameters: { account: Address; code: string; mostTries: number },
): Promise<boolean> {
  const { account, code, mostTries } = parameters
  const own = sql`account = ${toBytes(account)}`
  const { rows } = await sql`
    update email_address set confirmed_at = now(), code_hash = null
    where ${own} and code_hash = ${hashCode(code)}
      and code_tries < ${mostTries} and code_expires_at > now()
    returning account
  `.execute(store)
  if (rows.length > 0) return true
  await sql`
    update email_address set code_tries = code_tries + 1 where ${own}
  `.execute(store)
  return false
}

/**
 * With all that was to be sent there. How many codes were asked for stays
 * known, so that nobody sends more by beginning again.
 */
export async function deleteEmailAddress(
  store: Store,
  account: Address,
): Promise<void> {
  await store.transaction().execute(async (transaction) => {
    await transaction
      .updateTable('email_address')
      .set({ address: '', confirmed_at: null, code_hash: null })
      .where('account', '=', toBytes(account))
      .execute()
    await transaction
      .deleteFrom('receiver')
      .where('account', '=', toBytes(account))
      .where('kind', '=', 'email')
      .execute()
  })
}

function hashCode(code: string): Buffer {
  return createHash('sha256').update(code).digest()
}
