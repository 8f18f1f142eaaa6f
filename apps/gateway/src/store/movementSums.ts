import { sql } from 'kysely'
import type { Address } from 'viem'
import { toAddress, toAddressOrNull, toBytes } from './bytes.js'
import type { Store } from './openStore.js'
import type { StoredTransfer } from './transferReads.js'

/** What one execution moved of one token in one direction. */
export type MovementSum = {
  blockNumber: bigint
  /** The log of the execution. */
  causeLog: number
} & Pick<
  StoredTransfer,
  'kind' | 'direction' | 'token' | 'amount' | 'cause'
> & {
    /** Of one of them, where they are collectibles; those of several copies are told by id. */
    tokenId: bigint | null
    count: number
    /** One of the other sides, and how many there are. */
    counterparty: Address
    counterparties: number
    /** Which calls of a batch did; null where the bytes do not say so. */
    paths: readonly string[] | null
  }

/** A page of executions moves less than this, unless it is made to flood. */
const mostSums = 1_000

/**
 * What executions of a safe in some blocks moved, and what refunded their gas.
 * What went to the safe itself did not move.
 */
export async function readMovementSums(
  store: Store,
  parameters: { chainId: number; safe: Address; blocks: readonly bigint[] },
): Promise<MovementSum[]> {
  const { chainId, safe, blocks } = parameters
  if (blocks.length === 0) return []
  const { rows } = await sql<{
    block_number: bigint
    cause_log: number
    kind: StoredTransfer['kind']
    cause: StoredTransfer['cause']
    direction: 'in' | 'out'
    token: Buffer | null
    amount: string
    token_id: string | null
    count: bigint
    counterparty: Buffer
    counterparties: bigint
    paths: string[] | null
  }>`
    select block_number, cause_log, kind, cause, direction, token,
      sum(amount)::text as amount, max(token_id)::text as token_id, count(*),
      (array_agg(counterparty order by log_index, leg))[1] as counterparty,
      count(distinct counterparty) as counterparties,
      case when bool_and(call_path is not null)
        then array_agg(distinct call_path) end as paths
    from (
      select *, case direction when 'in' then from_address else to_address end
        as counterparty
      from transfer
      where chain_id = ${chainId} and safe = ${toBytes(safe)}
        and block_number = any(${[...new Set(blocks)]}::int8[])
        and cause <> 'incoming' and amount > 0 and from_address <> to_address
    ) moved
    group by block_number, cause_log, kind, cause, direction, token,
      case kind when 'erc1155' then token_id end
    order by direction desc, min(log_index), min(leg)
    limit ${mostSums}
  `.execute(store)
  return rows.map((row) => ({
    blockNumber: row.block_number,
    causeLog: row.cause_log,
    kind: row.kind,
    cause: row.cause,
    direction: row.direction,
    token: toAddressOrNull(row.token),
    amount: BigInt(row.amount),
    tokenId: row.token_id === null ? null : BigInt(row.token_id),
    count: Number(row.count),
    counterparty: toAddress(row.counterparty),
    counterparties: Number(row.counterparties),
    paths: row.paths,
  }))
}
