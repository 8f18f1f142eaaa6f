import { sql } from 'kysely'
import type { Address } from 'viem'
import { toAddress, toBytes } from './bytes.js'
import type { Store } from './openStore.js'

/**
 * The safes that an account owns, itself or through safes, or may propose in,
 * as far as their states are stored.
 */
export async function listMemberSafes(
  store: Store,
  parameters: { chainId: number; account: Address },
): Promise<Address[]> {
  const { rows } = await sql<{ safe: Buffer }>`
    ${withReach(parameters)} select safe from reach
  `.execute(store)
  return rows.map(({ safe }) => toAddress(safe))
}

/** Whether one of them is followed. */
export async function isMemberOfFollowed(
  store: Store,
  parameters: { chainId: number; account: Address },
): Promise<boolean> {
  const { rows } = await sql`
    ${withReach(parameters)} select from reach
    join watch on chain_id = ${parameters.chainId} and watch.safe = reach.safe
    where followed limit 1
  `.execute(store)
  return rows.length > 0
}

/** As far up as `hasSay` looks. */
function withReach(parameters: { chainId: number; account: Address }) {
  const { chainId } = parameters
  const account = toBytes(parameters.account)
  return sql`
    with recursive owned (safe, height) as (
      select safe, 0 from safe_owner
      where chain_id = ${chainId} and owner = ${account}
      union
      select safe_owner.safe, height + 1 from owned
      join safe_owner on chain_id = ${chainId} and owner = owned.safe
      where height < 3
    ), reach as (
      select safe from owned
      union
      select safe_owner.safe from delegate
      join safe_owner on safe_owner.chain_id = ${chainId}
        and owner = delegator
        and (delegate.safe is null or delegate.safe = safe_owner.safe)
      where delegate.chain_id = ${chainId} and delegate = ${account}
        and (expires_at is null or expires_at > now())
    )`
}
