import { sql } from 'kysely'
import type { Address } from 'viem'
import { toAddress, toBytes } from './bytes.js'
import type { Store } from './openStore.js'

/** A followed safe of which nobody knows where its past begins. */
export type Beginning = {
  safe: Address
  /** Where it was created, as far as the factories' logs are read. */
  creationBlock: bigint | null
}

export async function listWithoutBeginning(
  store: Store,
  parameters: { chainId: number; limit: number },
): Promise<Beginning[]> {
  const { rows } = await sql<{ safe: Buffer; creation_block: bigint | null }>`
    select watch.safe, creation_block from watch
    left join safe on safe.chain_id = watch.chain_id
      and safe.address = watch.safe
    where watch.chain_id = ${parameters.chainId} and followed
      and wanted_from is null
    order by interest = 'looked', last_asked desc
    limit ${parameters.limit}
  `.execute(store)
  return rows.map((row) => ({
    safe: toAddress(row.safe),
    creationBlock: row.creation_block,
  }))
}

export async function saveBeginning(
  store: Store,
  parameters: { chainId: number; safe: Address; wantedFrom: bigint },
): Promise<void> {
  const { chainId, safe, wantedFrom } = parameters
  await sql`
    update watch set wanted_from = ${wantedFrom}
    where chain_id = ${chainId} and safe = ${toBytes(safe)}
      and wanted_from is null
  `.execute(store)
}
