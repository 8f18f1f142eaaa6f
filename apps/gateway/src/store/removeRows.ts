import { type RawBuilder, sql } from 'kysely'
import type { Address } from 'viem'
import { toBytes } from './bytes.js'
import type { Store } from './openStore.js'

/** Which rows of the chain are taken back. */
export type RemovedRows =
  | { above: bigint }
  | { blocks: readonly bigint[]; safes: readonly Address[] }

/**
 * Takes back what the chain said. A proposal that was executed there awaits
 * execution again; what only the chain knew is gone.
 */
export async function removeRows(
  store: Store,
  parameters: { chainId: number; where: RemovedRows },
): Promise<void> {
  const { chainId, where } = parameters
  const own = toCondition(chainId, where, 'safe')
  // Only a reorg takes a creation back; it is no log of the safe itself.
  const timeline = 'above' in where ? own : sql`${own} and kind <> 'creation'`
  await uncount(store, { chainId, timeline })
  for (const table of tables)
    await sql`delete from ${sql.ref(table)} where ${own}`.execute(store)
  await sql`delete from timeline where ${timeline}`.execute(store)
  await sql`
    delete from log_raw where ${toCondition(chainId, where, 'address')}
  `.execute(store)
  await sql`
    delete from multisig_tx where ${own} and submitted_at is null
  `.execute(store)
  await sql`
    update multisig_tx set
      details = 'proposal', tx_hash = null, block_number = null,
      tx_index = null, log_index = null, executed_at = null, success = null,
      payment = null, executor = null, signatures = null, threshold = null,
      modified_at = now()
    where ${own}
  `.execute(store)
}

const tables = [
  'module_tx',
  'approved_hash',
  'signed_message',
  'transfer',
] as const

function toCondition(
  chainId: number,
  where: RemovedRows,
  safeColumn: 'safe' | 'address',
): RawBuilder<unknown> {
  if ('above' in where)
    return sql`chain_id = ${chainId} and block_number > ${where.above}`
  return sql`chain_id = ${chainId}
    and block_number = any(${where.blocks}::int8[])
    and ${sql.ref(safeColumn)} = any(${where.safes.map(toBytes)}::bytea[])`
}

async function uncount(
  store: Store,
  { chainId, timeline }: { chainId: number; timeline: RawBuilder<unknown> },
): Promise<void> {
  await sql`
    update counter set count = counter.count - dropped.count
    from (
      select safe, list, count(*) as count from (
        select safe, 'history' as list from timeline where ${timeline}
        union all
        select safe, 'module' from timeline where ${timeline} and kind = 'module'
      ) items group by safe, list
    ) dropped
    where counter.chain_id = ${chainId} and counter.safe = dropped.safe
      and counter.list = dropped.list
  `.execute(store)
}
