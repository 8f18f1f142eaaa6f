import type { Generated } from 'kysely'

/** The tables of the migration `0018_bridges`; its comments are there. */
export type BridgeTables = {
  bridge: {
    chain_id: bigint
    safe: Buffer
    url: string
    problem: string | null
    succeeded_at: Date | null
    theirs_until: Date | null
    ours_until: Date | null
  }
  bridge_item: {
    chain_id: bigint
    safe: Buffer
    url: string
    side: 'theirs' | 'ours'
    kind: 'transaction' | 'message'
    hash: Buffer
    nonce: string | null
    digest: Buffer
    owners: Buffer[]
    problem: string | null
    attempts: number
    retry_at: Date | null
    seen_at: Generated<Date>
  }
  bridge_calls: { account: string; month: string; calls: number }
}
