import { sql } from 'kysely'
import type { Address } from 'viem'
import { toAddress, toAddressOrNull, toBytes, toBytesOrNull } from './bytes.js'
import type { Store } from './openStore.js'
import { announce } from './outbox.js'

/** Who may propose for an owner; without a safe, in all of the owner's. */
export type StoredDelegate = {
  safe: Address | null
  delegate: Address
  delegator: Address
  label: string
  /** Null: without end. */
  expiresAt: Date | null
}

export type DelegateFilter = {
  safe?: Address | undefined
  delegate?: Address | undefined
  delegator?: Address | undefined
  label?: string | undefined
}

/** Where a list goes on: after this entry. */
export type DelegateKey = Omit<StoredDelegate, 'label' | 'expiresAt'>

export async function listDelegates(
  store: Store,
  parameters: {
    chainId: number
    filter: DelegateFilter
    limit: number
    offset?: number
    after?: DelegateKey | undefined
  },
): Promise<StoredDelegate[]> {
  const { chainId, filter, limit, offset = 0, after } = parameters
  const { rows } = await sql<{
    safe: Buffer | null
    delegate: Buffer
    delegator: Buffer
    label: string
    expires_at: Date | null
  }>`
    select safe, delegate, delegator, label, expires_at from delegate
    where ${matches(chainId, filter)}
      ${after ? sql`and (delegator, delegate, coalesce(safe, '')) > (${toBytes(after.delegator)}, ${toBytes(after.delegate)}, ${toBytesOrNull(after.safe) ?? Buffer.alloc(0)})` : sql``}
    order by delegator, delegate, coalesce(safe, '')
    limit ${limit} offset ${offset}
  `.execute(store)
  return rows.map((row) => ({
    safe: toAddressOrNull(row.safe),
    delegate: toAddress(row.delegate),
    delegator: toAddress(row.delegator),
    label: row.label,
    expiresAt: row.expires_at,
  }))
}

/** Exact up to a thousand; `null` beyond. */
export async function countDelegates(
  store: Store,
  parameters: { chainId: number; filter: DelegateFilter },
): Promise<number | null> {
  const { rows } = await sql<{ count: bigint }>`
    select count(*) from (
      select from delegate
      where ${matches(parameters.chainId, parameters.filter)}
      limit 1001
    ) found
  `.execute(store)
  const count = Number(rows[0]?.count ?? 0n)
  return count > 1000 ? null : count
}

function matches(chainId: number, filter: DelegateFilter) {
  const { safe, delegate, delegator, label } = filter
  return sql`chain_id = ${chainId}
    and (expires_at is null or expires_at > now())
    ${safe === undefined ? sql`` : sql`and safe = ${toBytes(safe)}`}
    ${delegate === undefined ? sql`` : sql`and delegate = ${toBytes(delegate)}`}
    ${delegator === undefined ? sql`` : sql`and delegator = ${toBytes(delegator)}`}
    ${label === undefined ? sql`` : sql`and label = ${label}`}`
}

/** For whom of these owners an address may propose in a safe. */
export async function findDelegators(
  store: Store,
  parameters: {
    chainId: number
    safe: Address
    delegate: Address
    owners: readonly Address[]
  },
): Promise<Address[]> {
  const { chainId, safe, delegate, owners } = parameters
  const { rows } = await sql<{ delegator: Buffer }>`
    select distinct delegator from delegate
    where chain_id = ${chainId} and delegate = ${toBytes(delegate)}
      and (safe is null or safe = ${toBytes(safe)})
      and delegator = any(${owners.map(toBytes)}::bytea[])
      and (expires_at is null or expires_at > now())
    order by delegator
  `.execute(store)
  return rows.map((row) => toAddress(row.delegator))
}

/** Adds a delegate, or changes the label and the end of one who is there. */
export async function saveDelegate(
  store: Store,
  parameters: { chainId: number } & StoredDelegate,
  limits: { most: number; mostOfNobody: number },
): Promise<'stored' | 'tooMany'> {
  const { chainId, safe, delegate, delegator, label, expiresAt } = parameters
  return store.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ is_new: boolean }>`
    insert into delegate
      (chain_id, safe, delegate, delegator, label, expires_at)
    select ${chainId}, ${toBytesOrNull(safe)}::bytea, ${toBytes(delegate)},
      ${toBytes(delegator)}, ${label}, ${expiresAt}::timestamptz
    where (
      select count(*) from delegate
      where chain_id = ${chainId} and delegator = ${toBytes(delegator)}
        and safe is not distinct from ${toBytesOrNull(safe)}::bytea
        and delegate <> ${toBytes(delegate)}
        and (expires_at is null or expires_at > now())
    ) < ${limits.most}
    on conflict (chain_id, safe, delegate, delegator)
      do update set label = excluded.label, expires_at = excluded.expires_at
    returning xmax = 0 as is_new
  `.execute(transaction)
    const [row] = rows
    if (!row) return 'tooMany'
    await forgetDelegates(transaction, { chainId, most: limits.mostOfNobody })
    await announceDelegates(transaction, {
      chainId,
      type: row.is_new ? 'NEW_DELEGATE' : 'UPDATED_DELEGATE',
      entries: [{ safe, delegate, delegator }],
    })
    return 'stored'
  })
}

/** One that is for all safes of an owner is a change of each we know. */
async function announceDelegates(
  store: Store,
  parameters: {
    chainId: number
    type: 'NEW_DELEGATE' | 'UPDATED_DELEGATE' | 'DELETED_DELEGATE'
    entries: readonly DelegateKey[]
  },
): Promise<void> {
  const { chainId, type, entries } = parameters
  for (const { safe, delegate, delegator } of entries) {
    const safes = safe ? [safe] : await listSafesOf(store, chainId, delegator)
    await announce(store, {
      chainId,
      changes: safes.map((each) => ({
        safe: each,
        kind: 'delegate',
        ref: `${type}:${delegate}:${delegator}`,
        block: null,
      })),
    })
  }
}

async function listSafesOf(
  store: Store,
  chainId: number,
  owner: Address,
): Promise<Address[]> {
  const rows = await store
    .selectFrom('safe_owner')
    .select('safe')
    .where('chain_id', '=', BigInt(chainId))
    .where('owner', '=', toBytes(owner))
    .execute()
  return rows.map((row) => toAddress(row.safe))
}

/**
 * What has ended goes; and of keys that own no safe we know, which cost
 * nothing to make, only the newest words stay.
 */
async function forgetDelegates(
  store: Store,
  { chainId, most }: { chainId: number; most: number },
): Promise<void> {
  await sql`
    delete from delegate where chain_id = ${chainId} and (
      expires_at <= now() or ctid in (
        select ctid from delegate
        where chain_id = ${chainId} and safe is null
          and (expires_at is null or expires_at > now()) and not exists (
          select from safe_owner
          where safe_owner.chain_id = delegate.chain_id
            and safe_owner.owner = delegate.delegator
        )
        order by created_at desc offset ${most}
      )
    )
  `.execute(store)
}

/** Without a safe, the pair's entries for all safes. */
export async function deleteDelegates(
  store: Store,
  parameters: {
    chainId: number
    safe: Address | null
    delegate: Address
    delegators: readonly Address[]
  },
): Promise<void> {
  const { chainId, safe, delegate, delegators } = parameters
  await store.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ safe: Buffer | null; delegator: Buffer }>`
      delete from delegate
      where chain_id = ${chainId} and delegate = ${toBytes(delegate)}
        and delegator = any(${delegators.map(toBytes)}::bytea[])
        ${safe === null ? sql`` : sql`and safe = ${toBytes(safe)}`}
      returning safe, delegator
    `.execute(transaction)
    await announceDelegates(transaction, {
      chainId,
      type: 'DELETED_DELEGATE',
      entries: rows.map((row) => ({
        safe: toAddressOrNull(row.safe),
        delegate,
        delegator: toAddress(row.delegator),
      })),
    })
  })
}
