import type { MessageContent } from '@covault/api'
import { type RawBuilder, sql } from 'kysely'
import type { Address, Hex } from 'viem'
import { toAddress, toBytes, toHex } from './bytes.js'
import type { NewConfirmation } from './confirmations.js'
import { fitPage, type Placed, type PlacedRow, toPlaced } from './fitPage.js'
import type { Store } from './openStore.js'
import { announce } from './outbox.js'

export type StoredMessage = {
  safe: Address
  messageHash: Hex
  content: MessageContent
  proposer: Address
  origin: string | null
  safeAppId: number | null
  createdAt: Date
  modifiedAt: Date
  /** In the order of their arrival. */
  confirmations: readonly MessageConfirmation[]
}

export type MessageConfirmation = NewConfirmation & { submittedAt: Date }

/** Where a list goes on: after the message with these values. */
export type MessageKey = {
  /** Of what the list is ordered by, in microseconds since 1970. */
  created: bigint
  messageHash: Hex
}

export type ListedMessage = StoredMessage & Placed & { key: MessageKey }

type Row = {
  safe: Buffer
  message_hash: Buffer
  content: unknown
  proposer: Buffer
  origin: string | null
  safe_app_id: bigint | null
  created_at: Date
  modified_at: Date
  /** Of what the list is ordered by, in microseconds. */
  order_us: bigint
}

const columns = sql`chain_id, safe, message_hash, content, content_bytes, proposer, origin,
  safe_app_id, created_at, modified_at`

export async function readMessage(
  store: Store,
  parameters: { chainId: number; messageHash: Hex },
): Promise<StoredMessage | undefined> {
  const { chainId, messageHash } = parameters
  const { rows } = await sql<Row & PlacedRow>`
    select ${columns}, 0::int8 as order_us, 0 as bytes, false as goes_on
    from message
    where chain_id = ${chainId} and message_hash = ${toBytes(messageHash)}
  `.execute(store)
  const [message] = await toMessages(store, chainId, rows)
  return message
}

export type MessageOrder = {
  by: 'created' | 'modified'
  descending: boolean
}

const newestFirst: MessageOrder = { by: 'created', descending: true }

export async function listMessages(
  store: Store,
  parameters: {
    chainId: number
    safe: Address
    /** The newest first when it is left out. */
    order?: MessageOrder | undefined
    limit: number
    offset?: number
    after?: MessageKey | undefined
  },
): Promise<ListedMessage[]> {
  const { chainId, safe, limit, offset = 0, after } = parameters
  const { by, descending } = parameters.order ?? newestFirst
  const column = by === 'created' ? sql`created_at` : sql`modified_at`
  // Hashes go against the times, as the index has them.
  const order = descending
    ? sql`${column} desc, message_hash`
    : sql`${column}, message_hash desc`
  const listed = sql`
    select ${columns}, (extract(epoch from ${column}) * 1000000)::int8 as order_us
    from message
    where chain_id = ${chainId} and safe = ${toBytes(safe)}
      ${after ? isBeyond(after, { column, descending }) : sql``}
    order by ${order} limit ${limit} offset ${offset}`
  const { rows } = await sql<Row & PlacedRow>`
    ${fitPage(listed, { order, bytes: weight })}
  `.execute(store)
  return toMessages(store, chainId, rows)
}

/** A signature is written twice, each byte with two digits. */
const weight = sql`content_bytes + (
  select 4 * coalesce(sum(octet_length(signature)), 0)
  from message_confirmation given
  where given.chain_id = listed.chain_id
    and given.message_hash = listed.message_hash)`

function isBeyond(
  { created, messageHash }: MessageKey,
  parameters: { column: RawBuilder<unknown>; descending: boolean },
) {
  const { column, descending } = parameters
  const hash = toBytes(messageHash)
  const at = sql`'epoch'::timestamptz + ${created}::int8 * interval '1 microsecond'`
  return descending
    ? sql`and ${column} <= ${at}
        and (${column} < ${at} or message_hash > ${hash})`
    : sql`and ${column} >= ${at}
        and (${column} > ${at} or message_hash < ${hash})`
}

async function toMessages(
  store: Store,
  chainId: number,
  rows: readonly (Row & PlacedRow)[],
): Promise<ListedMessage[]> {
  const confirmations = await readSignatures(store, chainId, rows)
  return rows.map((row) => ({
    safe: toAddress(row.safe),
    messageHash: toHex(row.message_hash),
    // Checked when it was written.
    content: row.content as MessageContent,
    proposer: toAddress(row.proposer),
    origin: row.origin,
    safeAppId: row.safe_app_id === null ? null : Number(row.safe_app_id),
    createdAt: row.created_at,
    modifiedAt: row.modified_at,
    confirmations: confirmations.get(toHex(row.message_hash)) ?? [],
    key: { created: row.order_us, messageHash: toHex(row.message_hash) },
    ...toPlaced(row),
  }))
}

async function readSignatures(
  store: Store,
  chainId: number,
  messages: readonly Row[],
): Promise<Map<Hex, MessageConfirmation[]>> {
  const found = new Map<Hex, MessageConfirmation[]>()
  if (messages.length === 0) return found
  const rows = await store
    .selectFrom('message_confirmation')
    .select(['message_hash', 'owner', 'signature', 'kind', 'submitted_at'])
    .where('chain_id', '=', BigInt(chainId))
    .where(
      'message_hash',
      'in',
      messages.map((row) => row.message_hash),
    )
    .orderBy('submitted_at')
    .orderBy('owner')
    .execute()
  for (const row of rows) {
    const hash = toHex(row.message_hash)
    const list = found.get(hash) ?? []
    list.push({
      owner: toAddress(row.owner),
      signature: toHex(row.signature),
      kind: row.kind,
      submittedAt: row.submitted_at,
    })
    found.set(hash, list)
  }
  return found
}

/** How many messages a safe has, without counting them. */
export async function readMessageCount(
  store: Store,
  parameters: { chainId: number; safe: Address },
): Promise<number> {
  const row = await store
    .selectFrom('counter')
    .select('count')
    .where('chain_id', '=', BigInt(parameters.chainId))
    .where('safe', '=', toBytes(parameters.safe))
    .where('list', '=', 'message')
    .executeTakeFirst()
  return Number(row?.count ?? 0n)
}

/** One with this hash that is there stays as it is. */
export async function saveMessage(
  store: Store,
  parameters: Pick<
    StoredMessage,
    'safe' | 'messageHash' | 'content' | 'origin' | 'safeAppId'
  > & { chainId: number; confirmation: NewConfirmation },
  limits: { threshold: bigint; waiting: number },
): Promise<'stored' | 'unchanged' | 'tooManyWaiting'> {
  const { chainId, safe, messageHash, confirmation, safeAppId } = parameters
  return store.transaction().execute(async (transaction) => {
    const waiting = await countWaiting(transaction, {
      ...parameters,
      ...limits,
      proposer: confirmation.owner,
    })
    if (waiting >= limits.waiting) return 'tooManyWaiting'
    const { numInsertedOrUpdatedRows } = await transaction
      .insertInto('message')
      .values({
        chain_id: BigInt(chainId),
        message_hash: toBytes(messageHash),
        safe: toBytes(safe),
        content: JSON.stringify(parameters.content),
        proposer: toBytes(confirmation.owner),
        origin: parameters.origin,
        safe_app_id: safeAppId === null ? null : BigInt(safeAppId),
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (!numInsertedOrUpdatedRows) return 'unchanged'
    await insertSignature(transaction, { chainId, messageHash, confirmation })
    await sql`
      insert into counter (chain_id, safe, list, count)
      values (${chainId}, ${toBytes(safe)}, 'message', 1)
      on conflict (chain_id, safe, list) do update
        set count = counter.count + 1
    `.execute(transaction)
    await announceMessage(transaction, { chainId, safe, messageHash })
    return 'stored'
  })
}

/** Others than this one that an owner proposed and that lack signatures. */
async function countWaiting(
  store: Store,
  parameters: {
    chainId: number
    safe: Address
    messageHash: Hex
    proposer: Address
    threshold: bigint
  },
): Promise<number> {
  const { chainId, safe, messageHash, proposer, threshold } = parameters
  const { rows } = await sql<{ count: bigint }>`
    select count(*) from message
    where chain_id = ${chainId} and safe = ${toBytes(safe)}
      and proposer = ${toBytes(proposer)}
      and message_hash <> ${toBytes(messageHash)}
      and (
        select count(*) from message_confirmation given
        where given.chain_id = message.chain_id
          and given.message_hash = message.message_hash
      ) < ${threshold}
  `.execute(store)
  return Number(rows[0]?.count ?? 0n)
}

/** `false` when that owner has signed before: the first signature stays. */
export async function addMessageSignature(
  store: Store,
  parameters: {
    chainId: number
    safe: Address
    messageHash: Hex
    confirmation: NewConfirmation
  },
): Promise<boolean> {
  const { chainId, safe, messageHash } = parameters
  return store.transaction().execute(async (transaction) => {
    if (!(await insertSignature(transaction, parameters))) return false
    await transaction
      .updateTable('message')
      .set({ modified_at: sql`now()` })
      .where('chain_id', '=', BigInt(chainId))
      .where('message_hash', '=', toBytes(messageHash))
      .execute()
    await announceMessage(transaction, { chainId, safe, messageHash })
    return true
  })
}

async function insertSignature(
  store: Store,
  parameters: {
    chainId: number
    messageHash: Hex
    confirmation: NewConfirmation
  },
): Promise<boolean> {
  const { chainId, messageHash, confirmation } = parameters
  const { numInsertedOrUpdatedRows } = await store
    .insertInto('message_confirmation')
    .values({
      chain_id: BigInt(chainId),
      message_hash: toBytes(messageHash),
      owner: toBytes(confirmation.owner),
      signature: toBytes(confirmation.signature),
      kind: confirmation.kind,
      // The moment itself, not the transaction's: arrival decides the order.
      submitted_at: sql`clock_timestamp()`,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

async function announceMessage(
  store: Store,
  parameters: { chainId: number; safe: Address; messageHash: Hex },
): Promise<void> {
  const { chainId, safe, messageHash } = parameters
  await announce(store, {
    chainId,
    changes: [{ safe, kind: 'message', ref: messageHash, block: null }],
  })
}
