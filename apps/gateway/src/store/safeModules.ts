import { sql } from 'kysely'
import type { Address } from 'viem'
import { toAddress, toBytes } from './bytes.js'
import type { Store } from './openStore.js'

/** Beyond these nobody looks. */
const most = 10_000

/** Safes that have a module now; those that had it once are left out. */
export async function listSafesOfModule(
  store: Store,
  parameters: { chainId: number; module: Address },
): Promise<Address[]> {
  const { chainId, module } = parameters
  const { rows } = await sql<{ safe: Buffer }>`
    select safe from (
      select distinct safe from safe_state
      where chain_id = ${chainId} and modules @> array[${toBytes(module)}::bytea]
      limit ${most}
    ) once
    where ${toBytes(module)}::bytea = any((
      select modules from safe_state latest
      where latest.chain_id = ${chainId} and latest.safe = once.safe
      order by block_number desc limit 1
    )::bytea[])
    order by safe
  `.execute(store)
  return rows.map(({ safe }) => toAddress(safe))
}
