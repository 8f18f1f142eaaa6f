import { type RawBuilder, sql } from 'kysely'
import type { Address, Hex } from 'viem'
import { toBytes, toHex } from './bytes.js'
import type { Store } from './openStore.js'
import { passes, type TransferListFilter } from './transferList.js'

/** A transaction on the chain that executed something for a safe. */
export type PaidExecution = {
  txHash: Hex
  blockNumber: bigint
  txIndex: number
  logIndex: number
  executedAt: Date
}

type Range = { chainId: number; safe: Address; filter: TransferListFilter }

/** Executions by their transaction, newest first; several may share one. */
export async function listPaidExecutions(
  store: Store,
  parameters: Range & {
    limit: number
    offset?: number
    after?: { blockNumber: bigint; txIndex: number } | undefined
  },
): Promise<PaidExecution[]> {
  const { limit, offset = 0, after } = parameters
  const beyond = after
    ? sql`where (block_number, tx_index)
        < (${after.blockNumber}, ${after.txIndex})`
    : sql``
  const first = (from: RawBuilder<unknown>, most: RawBuilder<unknown>) => sql`
    select distinct on (block_number, tx_index) ${columns}
    from (${from}) run ${beyond}
    order by block_number desc, tx_index desc, log_index desc ${most}`
  // Each table is read by its key, and only as far as the page goes.
  const parts = executions(parameters).map(
    (from) => sql`(${first(from, sql`limit ${offset + limit}`)})`,
  )
  const { rows } = await sql<{
    tx_hash: Buffer
    block_number: bigint
    tx_index: number
    log_index: number
    executed_at: Date
  }>`${first(unite(parts), sql`limit ${limit} offset ${offset}`)}`.execute(
    store,
  )
  return rows.map((row) => ({
    txHash: toHex(row.tx_hash),
    blockNumber: row.block_number,
    txIndex: row.tx_index,
    logIndex: row.log_index,
    executedAt: row.executed_at,
  }))
}

/** What they cost the one who sent them. */
export async function sumFees(
  store: Store,
  parameters: Range,
): Promise<{ total: bigint; count: number; unknown: number }> {
  const { rows } = await sql<{
    total: string
    count: bigint
    unknown: bigint
  }>`
    select coalesce(sum(gas_used * gas_price + data_fee), 0)::text as total,
      count(*), count(*) filter (where payer is null) as unknown
    from fee where chain_id = ${parameters.chainId} and tx_hash in (
      select tx_hash from (${unite(executions(parameters))}) run)
  `.execute(store)
  return {
    total: BigInt(rows[0]?.total ?? 0),
    count: Number(rows[0]?.count ?? 0n),
    unknown: Number(rows[0]?.unknown ?? 0n),
  }
}

/** Those that pass; where something that moved is asked for, those that moved it. */
function executions(parameters: Range): RawBuilder<unknown>[] {
  const { chainId, safe, filter } = parameters
  const { nonce, module, byModule, txHash, executedFrom, executedTo } = filter
  const shared = sql`chain_id = ${chainId} and safe = ${toBytes(safe)}
    and block_number is not null
    ${txHash ? sql`and tx_hash = ${toBytes(txHash)}` : sql``}
    ${executedFrom ? sql`and executed_at >= ${executedFrom}` : sql``}
    ${executedTo ? sql`and executed_at <= ${executedTo}` : sql``}
    ${
      asksForMoved(filter)
        ? sql`and tx_hash in (select tx_hash from transfer
            where ${passes(parameters)} and cause <> 'incoming')`
        : sql``
    }`
  const byOwners = sql`select ${columns} from multisig_tx where ${shared}
    ${nonce === undefined ? sql`` : sql`and nonce = ${String(nonce)}::numeric`}`
  const byModules = sql`select ${columns} from module_tx where ${shared}
    ${module ? sql`and module = ${toBytes(module)}` : sql``}`
  if (module || byModule) return [byModules]
  return nonce === undefined ? [byOwners, byModules] : [byOwners]
}

const columns = sql`tx_hash, block_number, tx_index, log_index, executed_at`

function unite(parts: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return sql.join(parts, sql` union all `)
}

/** Only then does it matter what an execution moved. */
export function asksForMoved(filter: TransferListFilter): boolean {
  const { direction, token, counterparties, places, bounds } = filter
  return [direction, token, counterparties, places, bounds].some(
    (asked) => asked !== undefined,
  )
}
