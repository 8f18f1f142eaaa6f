import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { type Address, getAddress } from 'viem'
import type { Store } from '../store/openStore.js'

export const chainId = 31337

export const historyPerSafe = 50
const messagesPerSafe = 2

/** Above all that the bench's chain reaches: no real block contradicts it. */
const firstBlock = 1_000_000
const blocksPerRow = 1_000

/** The address of the safe with a number, as `inventedSafe` says it in SQL. */
export function nameSafe(index: number): Address {
  return toAddress(`safe ${index}`)
}

/** Each owns about fifteen safes, however many there are. */
export function nameOwner(index: number): Address {
  return toAddress(`owner ${index}`)
}

function toAddress(seed: string): Address {
  const digest = createHash('sha256').update(seed).digest('hex')
  return getAddress(`0x${digest.slice(0, 40)}`)
}

const hash = (seed: string) => sql.raw(`sha256(convert_to(${seed}, 'UTF8'))`)
const address = (seed: string) =>
  sql.raw(`substr(sha256(convert_to(${seed}, 'UTF8')), 1, 20)`)
const zero = sql.raw(`decode(repeat('00', 20), 'hex')`)

/**
 * Followed safes whose past is read, straight into the tables: 50 rows of
 * history each, half of them executions and half tokens that came, three
 * proposals that wait and two messages.
 */
export async function inventSafes(
  store: Store,
  { from, to }: { from: number; to: number },
): Promise<void> {
  await withRoom(store, (session) =>
    withoutIndexes(session, async () => {
      await inventFollowed(session, { from, to })
      await inventHistory(session, { from, to })
      await inventQueue(session, { from, to })
      await inventMessages(session, { from, to })
    }),
  )
  await vacuum(store)
}

/** Sorting and building indexes in memory takes a part of the time. */
async function withRoom(
  store: Store,
  write: (session: Store) => Promise<void>,
): Promise<void> {
  await store.connection().execute(async (session) => {
    await sql`set maintenance_work_mem = '256MB'`.execute(session)
    await sql`set work_mem = '128MB'`.execute(session)
    await sql`set synchronous_commit = off`.execute(session)
    await write(session)
    await sql`reset all`.execute(session)
  })
}

/** So that plans know what was written. */
export async function vacuum(store: Store): Promise<void> {
  await sql`vacuum analyze`.execute(store)
}

/** Whatever is measured next does not share the disk with what was written. */
export async function settle(store: Store): Promise<void> {
  await vacuum(store)
  await sql`checkpoint`.execute(store)
}

type Span = { from: number; to: number }

const safes = ({ from, to }: Span) => sql`
  (select index, ${address(`'safe ' || index`)} as safe
   from generate_series(${sql.lit(from)}, ${sql.lit(to - 1)}) index
   order by 2) safes`

/** The safes alone, without anything that happened. */
export async function inventFollowed(store: Store, span: Span): Promise<void> {
  const each = safes(span)
  await sql`
    insert into safe (chain_id, address, found_by, creation_block, state_stale)
    select ${sql.lit(chainId)}, safe, 'watch', 1, false from ${each}
  `.execute(store)
  await sql`
    insert into watch (chain_id, safe, interest, followed_from, wanted_from)
    select ${sql.lit(chainId)}, safe, 'proven', 1, 1 from ${each}
  `.execute(store)
  await sql`
    insert into safe_owner (chain_id, owner, safe)
    select ${sql.lit(chainId)},
      ${address(`'owner ' || (index + place * 7) / 5`)}, safe
    from ${each}, generate_series(0, 2) place
  `.execute(store)
  await sql`
    insert into safe_state (chain_id, safe, block_number, block_hash, owners,
      threshold, nonce, singleton, version, modules, verified)
    select ${sql.lit(chainId)}, safe, 1, ${hash(`'block 1'`)},
      array[${address(`'owner ' || index / 5`)},
        ${address(`'owner ' || (index + 7) / 5`)},
        ${address(`'owner ' || (index + 14) / 5`)}],
      2, ${historyPerSafe / 2},
      decode('29fcb43b46531bca003ddc8fcb67ffe91900c762', 'hex'), '1.4.1', '{}',
      true
    from ${each}
  `.execute(store)
  await sql`
    insert into counter (chain_id, safe, list, count)
    select ${sql.lit(chainId)}, safe, 'history', ${historyPerSafe} from ${each}
  `.execute(store)
}

/** Row by row of each safe: its block, its transaction and what it is. */
const rows = (span: Span, parity: 0 | 1) => sql`
  (select index, safe, number / 2 as nonce,
     ${sql.lit(firstBlock)} + number * ${sql.lit(blocksPerRow)}
       + (index * 7919::int8) % ${sql.lit(blocksPerRow)} as block,
     ((index * 7919::int8) / ${sql.lit(blocksPerRow)} % 200)::int4 as place,
     ${hash(`'transaction ' || index || ' ' || number`)} as tx_hash,
     ${hash(`'signed ' || index || ' ' || number`)} as safe_tx_hash,
     ${address(`'stranger ' || number % 10`)} as other,
     timestamptz '2025-01-01' + make_interval(hours => number * 12) as at
   from ${safes(span)},
     generate_series(${sql.lit(parity)}, ${sql.lit(historyPerSafe - 1)}, 2)
       number) rows`

async function inventHistory(store: Store, span: Span): Promise<void> {
  const executed = rows(span, 0)
  const received = rows(span, 1)
  await sql`
    insert into multisig_tx (chain_id, safe_tx_hash, safe, nonce, to_address,
      value, data, operation, safe_tx_gas, base_gas, gas_price, gas_token,
      refund_receiver, details, tx_hash, block_number, tx_index, log_index,
      executed_at, success, payment, executor, signatures, threshold)
    select ${sql.lit(chainId)}, safe_tx_hash, safe, nonce, other, 1 + nonce, '', 0, 0, 0,
      0, ${zero}, ${zero}, 'log', tx_hash, block, place, 1, at, true, 0, other,
      decode(repeat('00', 12), 'hex') || other ||
        decode(repeat('00', 32) || '01', 'hex'), 1
    from ${executed}
  `.execute(store)
  await sql`
    insert into fee (chain_id, tx_hash, block_number, payer, gas_used, gas_price)
    select ${sql.lit(chainId)}, tx_hash, block, other, 90000, 1000000000
    from ${executed}
  `.execute(store)
  const payment = (
    parts: Record<'leg' | 'kind' | 'from' | 'to' | 'token' | 'mine', string>,
  ) => sql`
    insert into transfer (chain_id, safe, block_number, tx_index, log_index,
      leg, tx_hash, executed_at, kind, direction, from_address, to_address,
      token, amount, solicited, look_alike_key, cause, cause_log)
    select ${sql.lit(chainId)}, safe, block, place, 1, ${sql.raw(parts.leg)}, tx_hash,
      at, ${sql.raw(parts.kind)}, ${sql.raw(parts.from)}, ${sql.raw(parts.to)},
      ${sql.raw(parts.token)}, 1 + nonce, ${sql.raw(parts.mine)},
      substr(other, 1, 2) || substr(other, 19, 2)`
  await sql`${payment({
    leg: '1',
    kind: `'native', 'out'`,
    from: 'safe',
    to: 'other',
    token: 'null',
    mine: 'true',
  })}, 'execution', 1 from ${executed}`.execute(store)
  await sql`${payment({
    leg: '0',
    kind: `'erc20', 'in'`,
    from: 'other',
    to: 'safe',
    token: `substr(sha256(convert_to('token ' || index % 20, 'UTF8')), 1, 20)`,
    mine: 'false',
  })}, 'incoming', null from ${received}`.execute(store)
  await sql`
    insert into timeline (chain_id, safe, block_number, tx_index, order_key,
      kind, ref, tx_hash, executed_at)
    select ${sql.lit(chainId)}, safe, block, place, -nonce, 'multisig',
      '0x' || encode(safe_tx_hash, 'hex'), tx_hash, at
    from ${executed}
    union all
    select ${sql.lit(chainId)}, safe, block, place, 1, 'transfer', '1:0', tx_hash, at
    from ${received}
  `.execute(store)
  await sql`
    insert into token (chain_id, address, kind, name, symbol, decimals, flaws)
    select ${sql.lit(chainId)}, ${address(`'token ' || number`)}, 'erc20',
      'Token ' || number, 'T' || number, 18, '{}'
    from generate_series(0, 19) number
    on conflict do nothing
  `.execute(store)
}

/**
 * What waits goes to the few strangers that executions go to: an address that
 * nobody asked about lately is looked up at the node, and with as many of them
 * as there are safes a page would cost more where there are more safes.
 */
async function inventQueue(store: Store, span: Span): Promise<void> {
  const waiting = sql`
    (select index, safe, number, ${hash(`'waits ' || index || ' ' || number`)}
       as safe_tx_hash, ${address(`'owner ' || index / 5`)} as owner,
       ${address(`'stranger ' || number`)} as other
     from ${safes(span)}, generate_series(0, 2) number) waiting`
  await sql`
    insert into multisig_tx (chain_id, safe_tx_hash, safe, nonce, to_address,
      value, data, operation, safe_tx_gas, base_gas, gas_price, gas_token,
      refund_receiver, details, proposer, submitted_at, modified_at, trusted)
    select ${sql.lit(chainId)}, safe_tx_hash, safe, ${historyPerSafe / 2} + number,
      other, 1, '', 0, 0, 0, 0, ${zero}, ${zero}, 'proposal', owner, now(),
      now(), true
    from ${waiting}
  `.execute(store)
  await sql`
    insert into confirmation (chain_id, safe_tx_hash, owner, signature, kind)
    select ${sql.lit(chainId)}, safe_tx_hash, owner,
      decode(repeat('11', 64) || '1b', 'hex'), 'ecdsa'
    from ${waiting}
  `.execute(store)
}

async function inventMessages(store: Store, span: Span): Promise<void> {
  const written = sql`
    (select index, safe, number, ${hash(`'message ' || index || ' ' || number`)}
       as message_hash, ${address(`'owner ' || index / 5`)} as owner,
       timestamptz '2025-01-01' + make_interval(hours => number) as at
     from ${safes(span)},
       generate_series(0, ${sql.lit(messagesPerSafe - 1)}) number) written`
  await sql`
    insert into message (chain_id, message_hash, safe, content, proposer,
      created_at, modified_at)
    select ${sql.lit(chainId)}, message_hash, safe,
      to_jsonb('Message ' || number), owner, at, at
    from ${written}
  `.execute(store)
  await sql`
    insert into message_confirmation (chain_id, message_hash, owner, signature,
      kind)
    select ${sql.lit(chainId)}, message_hash, owner,
      decode(repeat('11', 64) || '1b', 'hex'), 'ecdsa'
    from ${written}
  `.execute(store)
  await sql`
    insert into counter (chain_id, safe, list, count)
    select ${sql.lit(chainId)}, safe, 'message', ${sql.lit(messagesPerSafe)}
    from ${safes(span)}
  `.execute(store)
}

/** Indexes are built at once when the rows are there, which takes far less. */
async function withoutIndexes(
  store: Store,
  write: () => Promise<void>,
): Promise<void> {
  const { rows: indexes } = await sql<{ name: string; definition: string }>`
    select indexrelid::regclass::text as name,
      pg_get_indexdef(indexrelid) as definition
    from pg_index join pg_class on pg_class.oid = indrelid
    where relname in
        ('multisig_tx', 'transfer', 'timeline', 'fee', 'message')
      and not indisunique
  `.execute(store)
  for (const { name } of indexes)
    await sql`drop index ${sql.raw(name)}`.execute(store)
  await write()
  for (const { definition } of indexes) await sql.raw(definition).execute(store)
}
