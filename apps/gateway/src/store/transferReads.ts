import { sql } from 'kysely'
import type { Address, Hex } from 'viem'
import { toAddress, toAddressOrNull, toBytes, toHex } from './bytes.js'
import type { Database } from './database.js'
import type { Store } from './openStore.js'

/** Value that moved into or out of a safe, as the chain tells it. */
export type StoredTransfer = {
  safe: Address
  blockNumber: bigint
  txIndex: number
  logIndex: number
  leg: number
  txHash: Hex
  executedAt: Date
  kind: Database['transfer']['kind']
  direction: 'in' | 'out'
  from: Address
  to: Address
  token: Address | null
  tokenId: bigint | null
  amount: bigint
  cause: Database['transfer']['cause']
  /** The log of the execution that moved it. */
  causeLog: number | null
  /** Which call of a batch moved it, where its bytes say so. */
  callPath: string | null
  /** Looks like somebody the safe really paid, and is not. */
  imitation: boolean
}

/** Where a list of transfers goes on. */
export type TransferKey = Pick<
  StoredTransfer,
  'blockNumber' | 'txIndex' | 'logIndex' | 'leg'
>

export const transferColumns = sql`safe, block_number, tx_index, log_index, leg, tx_hash,
  executed_at, kind, direction, from_address, to_address, token, token_id,
  amount, cause, cause_log, call_path, not solicited and exists (
    select from transfer paid
    where paid.chain_id = transfer.chain_id and paid.safe = transfer.safe
      and paid.look_alike_key = transfer.look_alike_key
      and paid.solicited and paid.direction = 'out'
      and paid.block_number < transfer.block_number
      and paid.to_address <> case transfer.direction
        when 'in' then transfer.from_address else transfer.to_address end
  ) as imitation`

export type TransferRow = {
  safe: Buffer
  block_number: bigint
  tx_index: number
  log_index: number
  leg: number
  tx_hash: Buffer
  executed_at: Date
  kind: StoredTransfer['kind']
  direction: 'in' | 'out'
  from_address: Buffer
  to_address: Buffer
  token: Buffer | null
  token_id: string | null
  amount: string
  cause: StoredTransfer['cause']
  cause_log: number | null
  call_path: string | null
  imitation: boolean
}

/** Transfers by their places, in any order. */
export async function readTransfersAt(
  store: Store,
  parameters: {
    chainId: number
    safe: Address
    places: readonly { blockNumber: bigint; logIndex: number; leg: number }[]
  },
): Promise<StoredTransfer[]> {
  const { chainId, safe, places } = parameters
  if (places.length === 0) return []
  const { rows } = await sql<TransferRow>`
    select ${transferColumns} from transfer
    where chain_id = ${chainId} and safe = ${toBytes(safe)}
      and block_number = any(${places.map((p) => p.blockNumber)}::int8[])
      and (block_number, log_index, leg) in (
        select * from unnest(${places.map((p) => p.blockNumber)}::int8[],
          ${places.map((p) => p.logIndex)}::int4[],
          ${places.map((p) => p.leg)}::int4[]))
  `.execute(store)
  return rows.map(toTransfer)
}

/** One transfer, by the transaction it was part of. */
export async function readTransferOf(
  store: Store,
  parameters: {
    chainId: number
    safe: Address
    txHash: Hex
    logIndex: number
    leg: number
    native: boolean
  },
): Promise<StoredTransfer | undefined> {
  const { chainId, safe, txHash, logIndex, leg, native } = parameters
  const { rows } = await sql<TransferRow>`
    select ${transferColumns} from transfer
    where chain_id = ${chainId} and tx_hash = ${toBytes(txHash)}
      and safe = ${toBytes(safe)} and log_index = ${logIndex}
      and leg = ${leg} and (kind = 'native') = ${native}
    limit 1
  `.execute(store)
  return rows.map(toTransfer)[0]
}

export type TransferFilter = {
  token?: Address | undefined
  to?: Address | undefined
  amount?: bigint | undefined
  executedFrom?: Date | undefined
  executedTo?: Date | undefined
}

/** What a safe received, newest first. */
export async function readIncoming(
  store: Store,
  parameters: {
    chainId: number
    safe: Address
    filter: TransferFilter
    limit: number
    offset?: number
    after?: TransferKey | undefined
  },
): Promise<StoredTransfer[]> {
  const { chainId, safe, filter, limit, offset = 0, after } = parameters
  const { token, to, amount, executedFrom, executedTo } = filter
  const { rows } = await sql<TransferRow>`
    select ${transferColumns} from transfer
    where chain_id = ${chainId} and safe = ${toBytes(safe)}
      and direction = 'in' and amount > 0
      ${token === undefined ? sql`` : sql`and token = ${toBytes(token)}`}
      ${to === undefined ? sql`` : sql`and to_address = ${toBytes(to)}`}
      ${amount === undefined ? sql`` : sql`and amount = ${String(amount)}::numeric`}
      ${executedFrom === undefined ? sql`` : sql`and executed_at >= ${executedFrom}`}
      ${executedTo === undefined ? sql`` : sql`and executed_at <= ${executedTo}`}
      ${after ? sql`and (block_number, tx_index, log_index, leg) < (${after.blockNumber}, ${after.txIndex}, ${after.logIndex}, ${after.leg})` : sql``}
    order by block_number desc, tx_index desc, log_index desc, leg desc
    limit ${limit} offset ${offset}
  `.execute(store)
  return rows.map(toTransfer)
}

export function toTransfer(row: TransferRow): StoredTransfer {
  return {
    safe: toAddress(row.safe),
    blockNumber: row.block_number,
    txIndex: row.tx_index,
    logIndex: row.log_index,
    leg: row.leg,
    txHash: toHex(row.tx_hash),
    executedAt: row.executed_at,
    kind: row.kind,
    direction: row.direction,
    from: toAddress(row.from_address),
    to: toAddress(row.to_address),
    token: toAddressOrNull(row.token),
    tokenId: row.token_id === null ? null : BigInt(row.token_id),
    amount: BigInt(row.amount),
    cause: row.cause,
    causeLog: row.cause_log,
    callPath: row.call_path,
    imitation: row.imitation,
  }
}
