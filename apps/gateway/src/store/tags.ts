import { sql } from 'kysely'
import type { Address } from 'viem'
import { toBytes } from './bytes.js'
import type { Store } from './openStore.js'

/** When each list of a safe last changed; a client that sees another reads it again. */
export type Tags = {
  collectibles: Date | null
  queue: Date | null
  history: Date | null
  messages: Date | null
}

export async function readTags(
  store: Store,
  parameters: { chainId: number; safe: Address; nonce: bigint },
): Promise<Tags> {
  const { chainId, safe, nonce } = parameters
  const own = sql`chain_id = ${chainId} and safe = ${toBytes(safe)}`
  const { rows } = await sql<Tags>`
    select
      (select executed_at from transfer where ${own}
        and kind in ('erc721', 'erc1155')
        order by block_number desc limit 1) as collectibles,
      (select max(modified_at) from multisig_tx where ${own}
        and block_number is null and invalidated is null
        and nonce >= ${String(nonce)}::numeric) as queue,
      (select executed_at from timeline where ${own}
        order by block_number desc, tx_index desc limit 1) as history,
      (select max(modified_at) from (
        select modified_at from message where ${own}
        order by created_at desc limit 20) latest) as messages
  `.execute(store)
  return (
    rows[0] ?? {
      collectibles: null,
      queue: null,
      history: null,
      messages: null,
    }
  )
}
