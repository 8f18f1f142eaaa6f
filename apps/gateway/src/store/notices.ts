import { sql } from 'kysely'
import type { Address, Hex } from 'viem'
import { toAddress, toBytes, toHex } from './bytes.js'
import type { Store } from './openStore.js'
import { listChanges, type StoredChange } from './outbox.js'

/** What is told to receivers, in the order of its id. */
export type Notice = {
  id: bigint
  /** What receivers know it by. */
  eventId: string
  chainId: number
  safe: Address
  type: string
  body: Record<string, unknown>
  facts: NoticeFacts
  happenedAt: Date
}

/** What texts say beside the body. */
export type NoticeFacts = {
  nonce?: string | null
  /** How many had signed with this one, and how many it takes. */
  given?: number
  needed?: number
  success?: boolean
  token?: Address | null
  amount?: string
  trusted?: boolean
  owners?: { added: string[]; removed: string[] }
  modules?: { added: string[]; removed: string[] }
  threshold?: { before: string; after: string }
}

export type NewNotice = {
  type: string
  /** Whatever has the same is told once. */
  key: string | null
  fields: Record<string, unknown>
  facts: NoticeFacts
  block: bigint | null
  at: Date
}

/** Since when somebody is told of a safe; undefined: nobody is. */
export type Audience = (chainId: number, safe: Address) => Date | undefined

/** What happened before may be told late, not what is long past. */
const grace = sql`interval '1 hour'`

export async function readAudience(store: Store): Promise<Audience> {
  const { rows } = await sql<{
    chain_id: bigint | null
    safe: Buffer | null
    since: Date
  }>`
    select chain_id, safe, min(created_at) - ${grace} as since
    from receiver group by chain_id, safe
  `.execute(store)
  const toKey = (chainId: number | bigint, safe: Address) =>
    `${chainId}:${safe}`
  const since = new Map<string, Date>()
  let ofAll: Date | undefined
  for (const row of rows) {
    if (row.chain_id === null || row.safe === null) ofAll = row.since
    else since.set(toKey(row.chain_id, toAddress(row.safe)), row.since)
  }
  return (chainId, safe) => {
    const own = since.get(toKey(chainId, safe))
    if (!own || !ofAll) return own ?? ofAll
    return own < ofAll ? own : ofAll
  }
}

/**
 * The next changes of the outbox, which the transaction settles: anyone who
 * reads at the same time waits.
 */
export async function takeChanges(
  store: Store,
  { limit }: { limit: number },
): Promise<StoredChange[]> {
  const { rows } = await sql<{ position: bigint }>`
    select position from notice_reader for update
  `.execute(store)
  const after = rows[0]?.position ?? 0n
  const changes = await listChanges(store, { after, limit })
  const last = changes.at(-1)
  if (last)
    await sql`update notice_reader set position = ${last.id}`.execute(store)
  return changes
}

/** `false` when it was told before. */
export async function addNotice(
  store: Store,
  place: { chainId: number; safe: Address },
  { type, key, fields, facts, block, at }: NewNotice,
): Promise<boolean> {
  const body = {
    chainId: String(place.chainId),
    address: place.safe,
    type,
    timestamp: at.getTime(),
    ...fields,
  }
  const { numInsertedOrUpdatedRows } = await store
    .insertInto('notice')
    .values({
      chain_id: BigInt(place.chainId),
      safe: toBytes(place.safe),
      type,
      key,
      body: JSON.stringify(body),
      facts: JSON.stringify(facts),
      block_number: block,
      happened_at: at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** What blocks above said is no longer true; answers with its ids. */
export async function withdrawAbove(
  store: Store,
  parameters: { chainId: number; safe: Address; above: bigint },
): Promise<string[]> {
  const { chainId, safe, above } = parameters
  const { rows } = await sql<{ event_id: string }>`
    update notice set key = null
    where chain_id = ${chainId} and safe = ${toBytes(safe)}
      and block_number > ${above} and key is not null
    returning event_id
  `.execute(store)
  return rows.map(({ event_id }) => event_id)
}

/** What was told of it may become true again. */
export async function forgetKeys(
  store: Store,
  parameters: { chainId: number; safe: Address; prefixes: readonly string[] },
): Promise<void> {
  const { chainId, safe, prefixes } = parameters
  await sql`
    update notice set key = null
    where chain_id = ${chainId} and safe = ${toBytes(safe)}
      and key like any(${prefixes.map((prefix) => `${prefix}%`)}::text[])
  `.execute(store)
}

export async function pruneNotices(
  store: Store,
  parameters: { olderThanDays: number },
): Promise<void> {
  await sql`
    delete from notice where created_at <
      now() - make_interval(days => ${parameters.olderThanDays})
  `.execute(store)
}

/** What a transaction is now, for what is told of it. */
export type ProposalFacts = {
  safeTxHash: Hex
  nonce: string | null
  to: Address | null
  data: Hex | null
  trusted: boolean
  executed: boolean
  submittedAt: Date | null
  /** In the order in which they signed. */
  signatures: { owner: Address; at: Date }[]
  /** Null: the safe is not followed, so nobody knows. */
  needed: number | null
  owners: Address[]
  /** Which nonce is next. */
  next: string | null
}

export async function readProposalFacts(
  store: Store,
  parameters: { chainId: number; safe: Address; safeTxHash: Hex },
): Promise<ProposalFacts | undefined> {
  const { safeTxHash, ...place } = parameters
  const [found] = await selectProposals(
    store,
    place,
    sql`safe_tx_hash = ${toBytes(safeTxHash)}`,
  )
  return found
}

export type WaitingTransaction = ProposalFacts

/** The queue of a safe, the next first. */
export async function listWaiting(
  store: Store,
  place: { chainId: number; safe: Address },
): Promise<WaitingTransaction[]> {
  return selectProposals(
    store,
    place,
    sql`multisig_tx.block_number is null and trusted and invalidated is null
      and multisig_tx.nonce >= coalesce(latest.nonce, 0)`,
  )
}

async function selectProposals(
  store: Store,
  { chainId, safe }: { chainId: number; safe: Address },
  which: ReturnType<typeof sql>,
): Promise<ProposalFacts[]> {
  const { rows } = await sql<ProposalRow>`
    select safe_tx_hash, multisig_tx.nonce, to_address, data, trusted,
      submitted_at, block_number is not null as executed, signers, times,
      latest.threshold as needed, latest.owners, latest.nonce as next
    from multisig_tx
    left join lateral (
      select safe_state.threshold, owners, safe_state.nonce from safe_state
      where safe_state.chain_id = multisig_tx.chain_id
        and safe_state.safe = multisig_tx.safe
      order by safe_state.block_number desc limit 1
    ) latest on true
    cross join lateral (
      select array_agg(owner order by at, owner) as signers,
        array_agg(at order by at, owner) as times
      from (${signatures}) given
    ) signed
    where chain_id = ${chainId} and safe = ${toBytes(safe)} and ${which}
    order by multisig_tx.nonce, submitted_at limit 100
  `.execute(store)
  return rows.map(toProposalFacts)
}

type ProposalRow = {
  safe_tx_hash: Buffer
  nonce: string | null
  to_address: Buffer | null
  data: Buffer | null
  trusted: boolean
  submitted_at: Date | null
  executed: boolean
  signers: Buffer[] | null
  times: Date[] | null
  needed: bigint | null
  owners: Buffer[] | null
  next: string | null
}

/** Given to us, or on the chain; the earlier counts. */
const signatures = sql`
  select owner, min(at) as at from (
    select owner, confirmation.submitted_at as at from confirmation
    where confirmation.chain_id = multisig_tx.chain_id
      and confirmation.safe_tx_hash = multisig_tx.safe_tx_hash
    union all
    select owner, approved_at from approved_hash
    where approved_hash.chain_id = multisig_tx.chain_id
      and approved_hash.safe = multisig_tx.safe
      and hash = multisig_tx.safe_tx_hash
  ) each group by owner`

function toProposalFacts(row: ProposalRow): ProposalFacts {
  return {
    safeTxHash: toHex(row.safe_tx_hash),
    nonce: row.nonce,
    to: row.to_address && toAddress(row.to_address),
    data: row.data && toHex(row.data),
    trusted: row.trusted,
    executed: row.executed,
    submittedAt: row.submitted_at,
    signatures: (row.signers ?? []).map((owner, at) => ({
      owner: toAddress(owner),
      at: row.times?.[at] ?? new Date(0),
    })),
    needed: row.needed === null ? null : Number(row.needed),
    owners: (row.owners ?? []).map(toAddress),
    next: row.next,
  }
}

export async function readMessageFacts(
  store: Store,
  parameters: { chainId: number; safe: Address; messageHash: Hex },
): Promise<
  { createdAt: Date; signatures: { owner: Address; at: Date }[] } | undefined
> {
  const { chainId, safe, messageHash } = parameters
  const hash = toBytes(messageHash)
  const message = await store
    .selectFrom('message')
    .select('created_at')
    .where('chain_id', '=', BigInt(chainId))
    .where('safe', '=', toBytes(safe))
    .where('message_hash', '=', hash)
    .executeTakeFirst()
  if (!message) return undefined
  const rows = await store
    .selectFrom('message_confirmation')
    .select(['owner', 'submitted_at'])
    .where('chain_id', '=', BigInt(chainId))
    .where('message_hash', '=', hash)
    .orderBy('submitted_at')
    .execute()
  return {
    createdAt: message.created_at,
    signatures: rows.map(({ owner, submitted_at }) => ({
      owner: toAddress(owner),
      at: submitted_at,
    })),
  }
}
