import { sql } from 'kysely'
import type { Store } from './openStore.js'

/**
 * Chains that somebody looks at; anyone who leads one hears of it, in any
 * process.
 */
export const interestChannel = 'covault_interest'

/** Tells those who follow the chains that somebody waits for news of them. */
export async function tellInterest(
  store: Store,
  chainIds: readonly number[],
): Promise<void> {
  await sql`
    select pg_notify(${interestChannel}, id::text)
    from unnest(${chainIds}::int8[]) id
  `.execute(store)
}
