import { sql } from 'kysely'
import type { Address } from 'viem'
import { toBytes } from './bytes.js'
import type { Database } from './database.js'
import type { Store } from './openStore.js'
import { type StoredState, toStoredState } from './safeStates.js'
import type { Interest } from './slots.js'
import { isNoteDue } from './watches.js'

/**
 * The latest state of a safe that is followed, in one question. `due`: it is
 * time to note that it is asked for again.
 */
export async function readFollowedState(
  store: Store,
  parameters: { chainId: number; safe: Address },
): Promise<
  { state: StoredState; interest: Interest; due: boolean } | undefined
> {
  const { chainId, safe } = parameters
  const { rows } = await sql<
    Database['safe_state'] & { interest: Interest; due: boolean }
  >`
    select latest.*, interest, ${isNoteDue} as due
    from watch cross join lateral (
      select * from safe_state
      where safe_state.chain_id = watch.chain_id
        and safe_state.safe = watch.safe
      order by block_number desc limit 1
    ) latest
    where watch.chain_id = ${chainId} and watch.safe = ${toBytes(safe)}
      and followed
  `.execute(store)
  const [row] = rows
  return (
    row && {
      state: toStoredState(row),
      interest: row.interest,
      due: row.due,
    }
  )
}
