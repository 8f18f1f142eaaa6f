import { sql } from 'kysely'
import type { Address, Hex } from 'viem'
import { toAddress, toBytes, toHex } from './bytes.js'
import type { Store } from './openStore.js'

/** Which of a safe's executions moved something. */
export type TransferCause =
  | {
      kind: 'multisig'
      safeTxHash: Hex
      nonce: bigint | null
      note: string | null
    }
  | { kind: 'module'; module: Address }

/** By `<block>:<log>` of the execution. */
export type Causes = ReadonlyMap<string, TransferCause>

export function toCauseKey(place: {
  blockNumber: bigint
  causeLog: number | null
}): string {
  return `${place.blockNumber}:${place.causeLog}`
}

/** Those behind some transfers of a safe. */
export async function readCauses(
  store: Store,
  parameters: {
    chainId: number
    safe: Address
    transfers: readonly { blockNumber: bigint; causeLog: number | null }[]
  },
): Promise<Causes> {
  const { chainId, safe, transfers } = parameters
  const blocks = [
    ...new Set(
      transfers
        .filter(({ causeLog }) => causeLog !== null)
        .map(({ blockNumber }) => blockNumber),
    ),
  ]
  if (blocks.length === 0) return new Map()
  const { rows } = await sql<{
    block_number: bigint
    log_index: number
    safe_tx_hash: Buffer | null
    nonce: string | null
    note: string | null
    module: Buffer | null
  }>`
    select block_number, log_index, safe_tx_hash, nonce::text, note,
      null::bytea as module
    from multisig_tx
    where chain_id = ${chainId} and safe = ${toBytes(safe)}
      and block_number is not null
      and block_number = any(${blocks}::int8[])
    union all
    select block_number, log_index, null, null, null, module from module_tx
    where chain_id = ${chainId} and safe = ${toBytes(safe)}
      and block_number = any(${blocks}::int8[])
  `.execute(store)
  return new Map(
    rows.flatMap((row) => {
      const cause = toCause(row)
      const place = { blockNumber: row.block_number, causeLog: row.log_index }
      return cause ? [[toCauseKey(place), cause] as const] : []
    }),
  )
}

function toCause(row: {
  safe_tx_hash: Buffer | null
  nonce: string | null
  note: string | null
  module: Buffer | null
}): TransferCause | undefined {
  if (row.module) return { kind: 'module', module: toAddress(row.module) }
  if (!row.safe_tx_hash) return undefined
  return {
    kind: 'multisig',
    safeTxHash: toHex(row.safe_tx_hash),
    nonce: row.nonce === null ? null : BigInt(row.nonce),
    note: row.note,
  }
}
