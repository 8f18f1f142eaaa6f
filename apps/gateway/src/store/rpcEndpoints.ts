import { sql } from 'kysely'
import type { Hex } from 'viem'
import { toBytes, toHex } from './bytes.js'
import type { Store } from './openStore.js'

/** What was learned about the nodes of a chain, by the hash of their address. */
export async function readLearnedRanges(
  store: Store,
  chainId: number,
): Promise<Map<Hex, bigint>> {
  const rows = await store
    .selectFrom('rpc_endpoint')
    .select(['url_hash', 'learned_range'])
    .where('chain_id', '=', BigInt(chainId))
    .execute()
  return new Map(
    rows.flatMap(({ url_hash, learned_range }) =>
      learned_range === null ? [] : [[toHex(url_hash), learned_range]],
    ),
  )
}

export async function saveEndpoint(
  store: Store,
  parameters: {
    chainId: number
    endpoint: Hex
    learnedRange?: bigint
    capabilities?: unknown
  },
): Promise<void> {
  const { chainId, endpoint, learnedRange, capabilities } = parameters
  const json = capabilities === undefined ? null : JSON.stringify(capabilities)
  await sql`
    insert into rpc_endpoint (chain_id, url_hash, learned_range, capabilities)
    values (${chainId}, ${toBytes(endpoint)}, ${learnedRange ?? null},
      ${json}::jsonb)
    on conflict (chain_id, url_hash) do update set
      learned_range =
        coalesce(excluded.learned_range, rpc_endpoint.learned_range),
      capabilities = coalesce(excluded.capabilities, rpc_endpoint.capabilities),
      updated_at = now()
  `.execute(store)
}
