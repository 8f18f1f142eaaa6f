import { sql } from 'kysely'
import type { Address } from 'viem'
import { toBytes } from './bytes.js'
import type { Store } from './openStore.js'

/**
 * Transfers nobody in the safe asked for whose other side looks like one the
 * safe really paid before, however long ago: the refs of their history items
 * by block.
 */
export async function findImitations(
  store: Store,
  parameters: { chainId: number; safe: Address; from: bigint; to: bigint },
): Promise<Set<string>> {
  const { chainId, safe, from, to } = parameters
  const { rows } = await sql<{ place: string }>`
    select concat(block_number, ':', log_index, ':', leg) as place
    from transfer suspect
    where chain_id = ${chainId} and safe = ${toBytes(safe)}
      and block_number between ${from} and ${to} and not solicited
      and exists (
        select from transfer paid
        where paid.chain_id = suspect.chain_id and paid.safe = suspect.safe
          and paid.look_alike_key = suspect.look_alike_key
          and paid.solicited and paid.direction = 'out'
          and paid.block_number < suspect.block_number
          and paid.to_address <>
            case suspect.direction when 'in' then suspect.from_address
              else suspect.to_address end)
  `.execute(store)
  return new Set(rows.map(({ place }) => place))
}
