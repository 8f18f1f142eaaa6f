import { sql } from 'kysely'
import { type Address, type Hex, zeroAddress } from 'viem'
import { toAddress, toBytes, toHex } from './bytes.js'
import { toArray } from './columnArray.js'
import { assertEpoch } from './cursors.js'
import type { Store } from './openStore.js'
import { announce } from './outbox.js'

export type Fee = {
  payer: Address
  gasUsed: bigint
  gasPrice: bigint
  maxFee: bigint | null
  maxPriorityFee: bigint | null
  dataFee: bigint
  /** What the payer paid in all. */
  total: bigint
}

/** Executions of which nobody knows the cost yet, the longest waiting first. */
export async function listFeesDue(
  store: Store,
  parameters: { chainId: number; limit: number },
): Promise<Hex[]> {
  const { chainId, limit } = parameters
  const { rows } = await sql<{ tx_hash: Buffer }>`
    select tx_hash from fee
    where chain_id = ${chainId} and payer is null and ask_after <= now()
    order by ask_after limit ${limit}
  `.execute(store)
  return rows.map(({ tx_hash }) => toHex(tx_hash))
}

/** Keeps what a node told, and asks for the rest again in an hour. */
export async function saveFees(
  store: Store,
  parameters: {
    chainId: number
    epoch: bigint
    asked: readonly Hex[]
    fees: readonly (Omit<Fee, 'total'> & { txHash: Hex; blockNumber: bigint })[]
  },
): Promise<void> {
  const { chainId, epoch, asked, fees } = parameters
  await store.transaction().execute(async (transaction) => {
    await assertEpoch(transaction, { chainId, epoch })
    await sql`
      update fee set ask_after = now() + interval '1 hour'
      where chain_id = ${chainId} and tx_hash = any(${asked.map(toBytes)}::bytea[])
    `.execute(transaction)
    if (fees.length === 0) return
    await sql`
      update fee set payer = told.payer, gas_used = told.gas_used,
        gas_price = told.gas_price, max_fee = told.max_fee,
        max_priority_fee = told.max_priority_fee, data_fee = told.data_fee
      from (select
        unnest(${toArray(
          'bytea',
          fees.map((fee) => fee.txHash),
        )}) as tx_hash,
        unnest(${toArray(
          'int8',
          fees.map((fee) => fee.blockNumber),
        )}) as block,
        unnest(${toArray(
          'bytea',
          fees.map((fee) => fee.payer),
        )}) as payer,
        unnest(${toArray(
          'numeric',
          fees.map((fee) => fee.gasUsed),
        )}) as gas_used,
        unnest(${toArray(
          'numeric',
          fees.map((fee) => fee.gasPrice),
        )}) as gas_price,
        unnest(${toArray(
          'numeric',
          fees.map((fee) => fee.maxFee),
        )}) as max_fee,
        unnest(${toArray(
          'numeric',
          fees.map((fee) => fee.maxPriorityFee),
        )})
          as max_priority_fee,
        unnest(${toArray(
          'numeric',
          fees.map((fee) => fee.dataFee),
        )}) as data_fee
      ) told
      where chain_id = ${chainId} and fee.tx_hash = told.tx_hash
        and fee.block_number = told.block
    `.execute(transaction)
    const safes = await nameRefunded(transaction, { chainId, fees })
    await announce(transaction, {
      chainId,
      changes: safes.map((safe) => ({
        safe,
        kind: 'history',
        ref: null,
        block: null,
      })),
    })
  })
}

/** A refund to nobody in particular is for the sender of the transaction. */
async function nameRefunded(
  store: Store,
  parameters: {
    chainId: number
    fees: readonly { txHash: Hex; payer: Address }[]
  },
): Promise<Address[]> {
  const { chainId, fees } = parameters
  const { rows } = await sql<{ safe: Buffer }>`
    update transfer set to_address = told.payer,
      look_alike_key = substr(told.payer, 1, 2) || substr(told.payer, 19, 2)
    from (select
      unnest(${toArray(
        'bytea',
        fees.map((fee) => fee.txHash),
      )}) as tx_hash,
      unnest(${toArray(
        'bytea',
        fees.map((fee) => fee.payer),
      )}) as payer
    ) told
    where chain_id = ${chainId} and transfer.tx_hash = told.tx_hash
      and cause = 'refund' and to_address = ${toBytes(zeroAddress)}
    returning safe
  `.execute(store)
  return [...new Set(rows.map(({ safe }) => toAddress(safe)))]
}

/** What transactions cost, where that is known. */
export async function readFeesOf(
  store: Store,
  parameters: { chainId: number; hashes: readonly Hex[] },
): Promise<Map<Hex, Fee>> {
  const { chainId, hashes } = parameters
  if (hashes.length === 0) return new Map()
  const rows = await store
    .selectFrom('fee')
    .selectAll()
    .where('chain_id', '=', BigInt(chainId))
    .where('tx_hash', 'in', hashes.map(toBytes))
    .where('payer', 'is not', null)
    .execute()
  return new Map(
    rows.flatMap((row) => {
      if (!row.payer) return []
      const gasUsed = BigInt(row.gas_used ?? 0)
      const gasPrice = BigInt(row.gas_price ?? 0)
      const dataFee = BigInt(row.data_fee ?? 0)
      const fee: Fee = {
        payer: toAddress(row.payer),
        ...{ gasUsed, gasPrice, dataFee },
        maxFee: toNumberOrNull(row.max_fee),
        maxPriorityFee: toNumberOrNull(row.max_priority_fee),
        total: gasUsed * gasPrice + dataFee,
      }
      return [[toHex(row.tx_hash), fee] as const]
    }),
  )
}

function toNumberOrNull(text: string | null): bigint | null {
  return text === null ? null : BigInt(text)
}
