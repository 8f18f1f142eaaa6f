import { sql } from 'kysely'
import type { Address } from 'viem'
import { toBytes } from './bytes.js'
import type { Store } from './openStore.js'

/** Which safe is kept in step with which service. */
export type BridgePlace = { chainId: number; safe: Address; url: string }

/** Up to when messages are compared, on either side by its own clock. */
export type BridgeMarks = { theirsUntil: Date | null; oursUntil: Date | null }

export async function openBridge(
  store: Store,
  place: BridgePlace,
): Promise<BridgeMarks> {
  const { chainId, safe, url } = place
  const { rows } = await sql<{
    theirs_until: Date | null
    ours_until: Date | null
  }>`
    insert into bridge (chain_id, safe, url)
    values (${chainId}, ${toBytes(safe)}, ${url})
    on conflict (chain_id, safe, url) do update set url = excluded.url
    returning theirs_until, ours_until
  `.execute(store)
  const [row] = rows
  return {
    theirsUntil: row?.theirs_until ?? null,
    oursUntil: row?.ours_until ?? null,
  }
}

/** A whole round was gone through; what is wrong with it, if anything. */
export async function noteRound(
  store: Store,
  place: BridgePlace,
  parameters: { problem: string | null; marks: BridgeMarks },
): Promise<void> {
  const { problem, marks } = parameters
  await sql`
    update bridge set problem = ${problem}, succeeded_at = now(),
      theirs_until = ${marks.theirsUntil}, ours_until = ${marks.oursUntil}
    where ${isAt(place)}
  `.execute(store)
}

export async function noteProblem(
  store: Store,
  place: BridgePlace,
  problem: string,
): Promise<void> {
  await sql`
    update bridge set problem = ${problem} where ${isAt(place)}
  `.execute(store)
}

/** Of one bridge alone. */
export function isAt({ chainId, safe, url }: BridgePlace) {
  return sql<boolean>`chain_id = ${chainId} and safe = ${toBytes(safe)} and url = ${url}`
}

/** Counts a call before it is made; `false` when the month has no more. */
export async function takeBridgeCall(
  store: Store,
  parameters: { account: string; month: string; most: number },
): Promise<boolean> {
  const { account, month, most } = parameters
  const { rows } = await sql`
    insert into bridge_calls (account, month, calls)
    values (${account}, ${month}, 1)
    on conflict (account, month) do update
      set calls = bridge_calls.calls + 1 where bridge_calls.calls < ${most}
    returning calls
  `.execute(store)
  return rows.length > 0
}

export async function readBridgeCalls(
  store: Store,
  { account, month }: { account: string; month: string },
): Promise<number> {
  const row = await store
    .selectFrom('bridge_calls')
    .select('calls')
    .where('account', '=', account)
    .where('month', '=', month)
    .executeTakeFirst()
  return row?.calls ?? 0
}

export type BridgeState = BridgePlace & {
  problem: string | null
  /** When both sides were last gone through. */
  comparedAt: Date | null
  /** How many transactions and messages are not in step. */
  unsettled: number
}

export async function readBridgeStates(
  store: Store,
  places: readonly BridgePlace[],
): Promise<BridgeState[]> {
  return Promise.all(
    places.map(async (place) => {
      const { rows } = await sql<{
        problem: string | null
        succeeded_at: Date | null
        unsettled: bigint
      }>`
        select problem, succeeded_at, (
          select count(*) from bridge_item
          where ${isAt(place)} and problem is not null
        ) as unsettled
        from bridge where ${isAt(place)}
      `.execute(store)
      const [row] = rows
      return {
        ...place,
        problem: row?.problem ?? null,
        comparedAt: row?.succeeded_at ?? null,
        unsettled: Number(row?.unsettled ?? 0n),
      }
    }),
  )
}
