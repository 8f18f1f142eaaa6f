import { bytesToHex, type Hex, hexToBytes } from 'viem'
import type { Store } from './openStore.js'

/** The first block of a chain, if one was seen. */
export async function readGenesis(
  store: Store,
  chainId: number,
): Promise<Hex | undefined> {
  const row = await store
    .selectFrom('chain')
    .select('genesis_hash')
    .where('chain_id', '=', BigInt(chainId))
    .executeTakeFirst()
  return row && bytesToHex(row.genesis_hash)
}

/** Remembers a chain's first block and answers with the one first seen for this id. */
export async function rememberChain(
  store: Store,
  parameters: { chainId: number; genesisHash: Hex },
): Promise<Hex> {
  const { chainId, genesisHash } = parameters
  await store
    .insertInto('chain')
    .values({
      chain_id: BigInt(chainId),
      genesis_hash: Buffer.from(hexToBytes(genesisHash)),
    })
    .onConflict((conflict) => conflict.column('chain_id').doNothing())
    .execute()
  const row = await store
    .selectFrom('chain')
    .select('genesis_hash')
    .where('chain_id', '=', BigInt(chainId))
    .executeTakeFirstOrThrow()
  return bytesToHex(row.genesis_hash)
}
