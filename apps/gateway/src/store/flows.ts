import { sql } from 'kysely'
import { type Address, zeroAddress } from 'viem'
import { toAddress, toAddressOrNull, toBytes } from './bytes.js'
import type { Store } from './openStore.js'

/** What moved of one token on one day, in one direction. */
export type DailyFlow = {
  /** `2026-11-15`, in UTC. */
  day: string
  /** The zero address for the native currency. */
  token: Address
  direction: 'in' | 'out'
  amount: bigint
}

/** The transfers of one token that moved most. */
export type LargeTransfer = {
  at: Date
  token: Address
  direction: 'in' | 'out'
  amount: bigint
  counterparty: Address
}

type Range = { chainId: number; safe: Address; from: Date }

/**
 * Rows since a time, without what the safe sent to itself: that moved nothing. Blocks grow with time, so the newest row before it says
 * where to begin, and what is older is never looked at.
 */
function since({ chainId, safe, from }: Range) {
  const place = sql`chain_id = ${chainId} and safe = ${toBytes(safe)}`
  return sql`${place} and kind in ('native', 'erc20') and amount > 0
    and from_address <> to_address
    and block_number > coalesce((
      select block_number from transfer
      where ${place} and executed_at < ${from}
      order by block_number desc limit 1), -1)`
}

export async function listDailyFlows(
  store: Store,
  range: Range,
): Promise<DailyFlow[]> {
  const { rows } = await sql<{
    day: string
    token: Buffer | null
    direction: 'in' | 'out'
    amount: string
  }>`
    select to_char(executed_at at time zone 'UTC', 'YYYY-MM-DD') as day,
      token, direction, sum(amount)::text as amount
    from transfer where ${since(range)}
    group by day, token, direction
  `.execute(store)
  return rows.map(({ day, token, direction, amount }) => ({
    day,
    token: toAddressOrNull(token) ?? zeroAddress,
    direction,
    amount: BigInt(amount),
  }))
}

/** Up to three of each of these tokens. */
export async function listLargeTransfers(
  store: Store,
  range: Range & { tokens: readonly Address[] },
): Promise<LargeTransfer[]> {
  const tokens = range.tokens.filter((token) => token !== zeroAddress)
  const { rows } = await sql<{
    at: Date
    token: Buffer | null
    direction: 'in' | 'out'
    amount: string
    other: Buffer
  }>`
    select executed_at as at, token, direction, amount::text, other from (
      select executed_at, token, direction, amount,
        case direction when 'in' then from_address else to_address end as other,
        row_number() over (partition by token order by amount desc) as place
      from transfer where ${since(range)}
        and (token is null or token = any(${tokens.map(toBytes)}::bytea[]))
    ) ranked where place <= 3
  `.execute(store)
  return rows.map(({ at, token, direction, amount, other }) => ({
    at,
    token: toAddressOrNull(token) ?? zeroAddress,
    direction,
    amount: BigInt(amount),
    counterparty: toAddress(other),
  }))
}

/** When the first thing happened to a safe that is known. */
export async function readFirstTransferTime(
  store: Store,
  parameters: { chainId: number; safe: Address },
): Promise<Date | undefined> {
  const { chainId, safe } = parameters
  const { rows } = await sql<{ at: Date }>`
    select executed_at as at from transfer
    where chain_id = ${chainId} and safe = ${toBytes(safe)}
    order by block_number limit 1
  `.execute(store)
  return rows[0]?.at
}
