import { type Selectable, sql } from 'kysely'
import type { Address } from 'viem'
import { toAddress, toAddressOrNull, toBytes, toBytesOrNull } from './bytes.js'
import type { Database } from './database.js'
import type { Notice, NoticeFacts } from './notices.js'
import type { Store } from './openStore.js'
import { outboxChannel } from './outbox.js'

export type WebhookForm = 'events' | 'slack' | 'discord' | 'telegram'

/** What somebody wants e-mails about, for one safe. */
export type MailChoices = {
  needsSignature: boolean
  ready: boolean
  executed: boolean
  failed: boolean
  setup: boolean
  incoming: boolean
  /** Of the native currency or a token, in whole units; 0: any amount. */
  incomingOver: string
  digest: boolean
  /** After so many days; null: none. */
  reminderDays: number | null
}

/** Who is told of what happens in a safe. */
export type Receiver = {
  id: string
  kind: 'webhook' | 'email'
  form: WebhookForm | 'email'
  /** The member whose it is; null: the operator's. */
  account: Address | null
  name: string | null
  /** Null: every safe. */
  place: { chainId: number; safe: Address } | null
  url: string | null
  secret: string | null
  label: string
  amounts: boolean
  choices: MailChoices | null
  createdAt: Date
  position: bigint
  attempts: number
  retryAt: Date | null
  problem: string | null
  parkedAt: Date | null
  deliveredAt: Date | null
  dailyAt: Date | null
}

export type NewReceiver = Pick<
  Receiver,
  'kind' | 'form' | 'account' | 'name' | 'place' | 'url' | 'secret'
> &
  Partial<Pick<Receiver, 'label' | 'amounts' | 'choices'>>

/** From now on: what was told before is not for it. */
export async function addReceiver(
  store: Store,
  receiver: NewReceiver,
): Promise<Receiver> {
  const { kind, form, account, name, place, url, secret } = receiver
  const row = await store
    .insertInto('receiver')
    .values({
      ...{ kind, form, name, url, secret },
      account: toBytesOrNull(account),
      chain_id: place && BigInt(place.chainId),
      safe: place && toBytes(place.safe),
      label: receiver.label ?? '',
      amounts: receiver.amounts ?? false,
      choices: JSON.stringify(receiver.choices ?? null),
      position: sql<bigint>`(select coalesce(max(id), 0) from notice)`,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return toReceiver(row)
}

/** Of a member in one safe, or of the operator; the oldest first. */
export async function listReceivers(
  store: Store,
  parameters: {
    account: Address | null
    place?: { chainId: number; safe: Address }
  },
): Promise<Receiver[]> {
  const { account, place } = parameters
  const { rows } = await sql<Row>`
    select * from receiver
    where account is not distinct from ${toBytesOrNull(account)}::bytea
      ${place ? sql`and chain_id = ${place.chainId} and safe = ${toBytes(place.safe)}` : sql``}
    order by created_at, id
  `.execute(store)
  return rows.map(toReceiver)
}

/** Those of the configuration, and no others; what was told stays told. */
export async function syncOperatorReceivers(
  store: Store,
  wanted: readonly (NewReceiver & { name: string })[],
): Promise<void> {
  await store.transaction().execute(async (transaction) => {
    const known = await listReceivers(transaction, { account: null })
    const toKey = ({ name, place }: Pick<Receiver, 'name' | 'place'>) =>
      [name, place?.chainId, place?.safe].join()
    for (const receiver of known)
      if (!wanted.some((each) => toKey(each) === toKey(receiver)))
        await deleteReceiver(transaction, receiver.id)
    for (const each of wanted) {
      const same = known.find((receiver) => toKey(receiver) === toKey(each))
      if (!same) await addReceiver(transaction, each)
      else await changeReceiver(transaction, same.id, each)
    }
  })
}

/** Anyone who changed the configuration wants it tried again. */
async function changeReceiver(
  store: Store,
  id: string,
  { url, secret, form, amounts = false }: NewReceiver,
): Promise<void> {
  await store
    .updateTable('receiver')
    .set({ url, secret, form, amounts, parked_at: null, retry_at: null })
    .set({ attempts: 0 })
    .where('id', '=', id)
    .execute()
}

export async function deleteReceiver(store: Store, id: string): Promise<void> {
  await store.deleteFrom('receiver').where('id', '=', id).execute()
}

/** Of a safe that somebody is told of, nothing must be missed. */
export async function keepFollowed(store: Store): Promise<void> {
  await sql`
    update watch set last_asked = now()
    where followed and exists (
      select from receiver
      where receiver.chain_id = watch.chain_id and receiver.safe = watch.safe)
  `.execute(store)
}

/** It goes on where it stopped. */
export async function resumeReceiver(store: Store, id: string): Promise<void> {
  await sql`
    update receiver set parked_at = null, retry_at = null, attempts = 0
    where id = ${id}
  `.execute(store)
  await wakeDelivery(store)
}

/** Anyone who delivers looks again at what there is to do. */
async function wakeDelivery(store: Store): Promise<void> {
  await sql`select pg_notify(${outboxChannel}, 'receivers')`.execute(store)
}

export async function saveMailChoices(
  store: Store,
  parameters: {
    id: string
    choices: MailChoices
    label: string
    amounts: boolean
  },
): Promise<void> {
  const { id, choices, label, amounts } = parameters
  await store
    .updateTable('receiver')
    .set({ choices: JSON.stringify(choices), label, amounts })
    .where('id', '=', id)
    .execute()
}

const isFor = sql`(receiver.safe is null or
    (notice.chain_id = receiver.chain_id and notice.safe = receiver.safe))
  and notice.id > receiver.position
  and notice.happened_at >= receiver.created_at - interval '1 hour'`

/** For whom there is something that may be sent now. */
export async function listDueReceivers(
  store: Store,
  { kinds }: { kinds: readonly Receiver['kind'][] },
): Promise<Receiver[]> {
  const { rows } = await sql<Row>`
    select receiver.* from receiver
    where kind = any(${kinds}::text[])
      and parked_at is null and (retry_at is null or retry_at <= now())
      and (daily_at <= now() or exists (select from notice where ${isFor}))
    order by coalesce(retry_at, created_at)
  `.execute(store)
  return rows.map(toReceiver)
}

/** When the next one may be tried again; undefined: nobody waits. */
export async function readNextTry(store: Store): Promise<Date | undefined> {
  const { rows } = await sql<{ next: Date | null }>`
    select least(
      (select min(retry_at) from receiver
        where parked_at is null and retry_at > now()),
      (select min(daily_at) from receiver
        where parked_at is null and daily_at > now())) as next
  `.execute(store)
  return rows[0]?.next ?? undefined
}

export async function readNextNotice(
  store: Store,
  { id }: Pick<Receiver, 'id'>,
): Promise<Notice | undefined> {
  const { rows } = await sql<{
    id: bigint
    event_id: string
    chain_id: bigint
    safe: Buffer
    type: string
    body: Record<string, unknown>
    facts: NoticeFacts
    happened_at: Date
  }>`
    select notice.* from receiver join notice on ${isFor}
    where receiver.id = ${id} and parked_at is null
    order by notice.id limit 1
  `.execute(store)
  const [row] = rows
  return (
    row && {
      id: row.id,
      eventId: row.event_id,
      chainId: Number(row.chain_id),
      safe: toAddress(row.safe),
      type: row.type,
      body: row.body,
      facts: row.facts,
      happenedAt: row.happened_at,
    }
  )
}

/** It was told, or is none of its business. */
export async function noteDelivered(
  store: Store,
  parameters: { id: string; position: bigint; sent: boolean },
): Promise<void> {
  const { id, position, sent } = parameters
  await sql`
    update receiver set position = ${position}, attempts = 0, retry_at = null,
      problem = null
      ${sent ? sql`, delivered_at = now()` : sql``}
    where id = ${id} and position < ${position}
  `.execute(store)
}

export async function noteFailure(
  store: Store,
  parameters: {
    id: string
    problem: string
    retryMs: number
    /** Whether it counts: what fails on our side is not its fault. */
    counts: boolean
    park: boolean
  },
): Promise<void> {
  const { id, problem, retryMs, counts, park } = parameters
  await sql`
    update receiver set attempts = attempts + ${counts ? 1 : 0},
      problem = ${problem},
      retry_at = now() + make_interval(secs => ${retryMs / 1000}),
      parked_at = ${park ? sql`now()` : sql`null`}
    where id = ${id}
  `.execute(store)
}

/** From when on the next digest is due; null: none. */
export async function noteDaily(
  store: Store,
  { id, dailyAt }: { id: string; dailyAt: Date | null },
): Promise<void> {
  await sql`
    update receiver set daily_at = ${dailyAt}::timestamptz where id = ${id}
  `.execute(store)
}

type Row = Selectable<Database['receiver']>

function toReceiver(row: Row): Receiver {
  return {
    id: row.id,
    kind: row.kind,
    form: row.form,
    account: toAddressOrNull(row.account),
    name: row.name,
    place:
      row.chain_id === null || row.safe === null
        ? null
        : { chainId: Number(row.chain_id), safe: toAddress(row.safe) },
    url: row.url,
    secret: row.secret,
    label: row.label,
    amounts: row.amounts,
    choices: row.choices as MailChoices | null,
    createdAt: row.created_at,
    position: row.position,
    attempts: row.attempts,
    retryAt: row.retry_at,
    problem: row.problem,
    parkedAt: row.parked_at,
    deliveredAt: row.delivered_at,
    dailyAt: row.daily_at,
  }
}
