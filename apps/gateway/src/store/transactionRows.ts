import { type Selectable, sql } from 'kysely'
import type { Address, Hex } from 'viem'
import { toAddress, toAddressOrNull, toHex } from './bytes.js'
import type { TransactionFields } from './chainRows.js'
import type { Database } from './database.js'
import { type Fee, readFeesOf } from './fees.js'
import type { Store } from './openStore.js'

/** A transaction of owners: proposed, executed, or both. */
export type MultisigTransaction = {
  safe: Address
  safeTxHash: Hex
  /** Null when the chain tells only that it was executed. */
  fields: TransactionFields | null
  execution: {
    blockNumber: bigint
    logIndex: number
    txHash: Hex
    executedAt: Date
    success: boolean
    payment: bigint
    executor: Address | null
    /** The blob that the contract accepted, where it is known. */
    signatures: Hex | null
    threshold: number | null
    /** What it cost the sender; null until a node has told. */
    fee: Fee | null
  } | null
  proposer: Address | null
  proposedByDelegate: Address | null
  origin: string | null
  note: string | null
  submittedAt: Date | null
  modifiedAt: Date | null
  trusted: boolean
  confirmations: readonly Confirmation[]
}

export type Confirmation = {
  owner: Address
  signature: Hex | null
  kind: Database['confirmation']['kind']
  submittedAt: Date
}

export type Row = Selectable<Database['multisig_tx']>

export async function withConfirmations(
  store: Store,
  chainId: number,
  rows: readonly Row[],
): Promise<MultisigTransaction[]> {
  const executed = rows.flatMap(({ tx_hash }) =>
    tx_hash ? [toHex(tx_hash)] : [],
  )
  const [confirmations, fees] = await Promise.all([
    readConfirmations(store, chainId, rows),
    readFeesOf(store, { chainId, hashes: [...new Set(executed)] }),
  ])
  return rows.map((row) => ({
    ...toTransaction(row, fees),
    confirmations: confirmations.get(toHex(row.safe_tx_hash)) ?? [],
  }))
}

/** What owners sent us, and what they approved on the chain itself. */
async function readConfirmations(
  store: Store,
  chainId: number,
  rows: readonly Row[],
): Promise<Map<Hex, Confirmation[]>> {
  const confirmations = new Map<Hex, Confirmation[]>()
  if (rows.length === 0) return confirmations
  const hashes = rows.map((row) => row.safe_tx_hash)
  const safes = [...new Set(rows.map((row) => row.safe.toString('hex')))]
  const { rows: found } = await sql<{
    hash: Buffer
    owner: Buffer
    signature: Buffer | null
    kind: Confirmation['kind']
    submitted_at: Date
  }>`
    select distinct on (hash, owner) hash, owner, signature, kind, submitted_at
    from (
      select safe_tx_hash as hash, owner, signature, kind, submitted_at,
        0 as rank
      from confirmation
      where chain_id = ${chainId} and safe_tx_hash = any(${hashes}::bytea[])
      union all
      select hash, owner, null, 'approvedHash', approved_at, 1
      from approved_hash
      where chain_id = ${chainId} and hash = any(${hashes}::bytea[])
        and safe = any(${safes.map((safe) => Buffer.from(safe, 'hex'))}::bytea[])
    ) given
    order by hash, owner, rank
  `.execute(store)
  const inOrder = found.toSorted(
    (a, b) => a.submitted_at.getTime() - b.submitted_at.getTime(),
  )
  for (const row of inOrder) {
    const hash = toHex(row.hash)
    const list = confirmations.get(hash) ?? []
    list.push({
      owner: toAddress(row.owner),
      signature: row.signature && toHex(row.signature),
      kind: row.kind,
      submittedAt: row.submitted_at,
    })
    confirmations.set(hash, list)
  }
  return confirmations
}

function toTransaction(
  row: Row,
  fees: ReadonlyMap<Hex, Fee>,
): Omit<MultisigTransaction, 'confirmations'> {
  return {
    safe: toAddress(row.safe),
    safeTxHash: toHex(row.safe_tx_hash),
    fields: toFields(row),
    execution: toExecution(row, fees),
    proposer: toAddressOrNull(row.proposer),
    proposedByDelegate: toAddressOrNull(row.proposed_by_delegate),
    origin: row.origin,
    note: row.note,
    submittedAt: row.submitted_at,
    modifiedAt: row.modified_at,
    trusted: row.trusted || row.block_number !== null,
  }
}

function toFields(row: Row): TransactionFields | null {
  const { nonce, to_address, gas_token, refund_receiver } = row
  if (nonce === null || !to_address) return null
  return {
    nonce: BigInt(nonce),
    to: toAddress(to_address),
    value: BigInt(row.value ?? 0),
    data: row.data ? toHex(row.data) : '0x',
    operation: row.operation ?? 0,
    safeTxGas: BigInt(row.safe_tx_gas ?? 0),
    baseGas: BigInt(row.base_gas ?? 0),
    gasPrice: BigInt(row.gas_price ?? 0),
    gasToken: toAddress(gas_token ?? Buffer.alloc(20)),
    refundReceiver: toAddress(refund_receiver ?? Buffer.alloc(20)),
  }
}

function toExecution(
  row: Row,
  fees: ReadonlyMap<Hex, Fee>,
): MultisigTransaction['execution'] {
  if (row.block_number === null || !row.tx_hash || !row.executed_at) return null
  const txHash = toHex(row.tx_hash)
  return {
    blockNumber: row.block_number,
    logIndex: row.log_index ?? 0,
    txHash,
    fee: fees.get(txHash) ?? null,
    executedAt: row.executed_at,
    success: row.success ?? false,
    payment: BigInt(row.payment ?? 0),
    executor: toAddressOrNull(row.executor),
    signatures: row.signatures && toHex(row.signatures),
    threshold: row.threshold === null ? null : Number(row.threshold),
  }
}
