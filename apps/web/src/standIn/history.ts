import type {
  HistoryItem,
  TransactionDetails,
  TransactionSummary,
} from '@covault/api'
import {
  buildSignatures,
  recoverSignatures,
  type SafeTransaction,
} from '@covault/protocol'
import type { Address, Hex } from 'viem'
import { readTransactionId, writeTransactionId } from '../lib/transactionId.js'
import { unsaid } from '../queries/localSignables.js'
import type { PastEntry } from '../trust/past/pastEntries.js'
import type { SafeState } from '../trust/safe.js'
import {
  type TokenBook,
  toInfo,
  toTokenInfo,
  toTransactionInfo,
  toTransfer,
} from './transactionInfo.js'

type World = {
  address: Address
  safe: Pick<SafeState, 'owners' | 'threshold'>
  book: TokenBook
}

/** As the gateway would list them: newest first. */
export function toHistoryItem(entry: PastEntry, world: World): HistoryItem {
  return {
    type: 'TRANSACTION',
    transaction: toSummary(entry, world),
    conflictType: 'None',
  }
}

export function nameEntry(entry: PastEntry, safe: Address): string {
  const place = `${entry.txHash.slice(2)}${entry.logIndex}`
  switch (entry.kind) {
    case 'execution':
      return writeTransactionId({ safe, safeTxHash: entry.safeTxHash })
    case 'module':
      return `module_${safe}_i${place}`
    case 'transfer':
      return `transfer_${safe}_${entry.token ? 'e' : 'i'}${place}`
  }
}

/** The gateway answers to a hash alone as well. */
export function isNamed(entry: PastEntry, safe: Address, id: string): boolean {
  const hash = readTransactionId(id)?.safeTxHash ?? id.toLowerCase()
  if (entry.kind === 'execution' && entry.safeTxHash === hash) return true
  return nameEntry(entry, safe).toLowerCase() === id.toLowerCase()
}

function toSummary(entry: PastEntry, world: World): TransactionSummary {
  const { address, safe } = world
  return {
    id: nameEntry(entry, address),
    txHash: entry.txHash,
    timestamp: entry.at,
    txStatus: entry.kind === 'transfer' || entry.success ? 'SUCCESS' : 'FAILED',
    txInfo: toTxInfo(entry, world),
    executionInfo: toExecutionInfo(entry, safe),
    safeAppInfo: null,
    note: null,
  }
}

function toExecutionInfo(
  entry: PastEntry,
  { threshold }: World['safe'],
): TransactionSummary['executionInfo'] {
  if (entry.kind === 'module')
    return { type: 'MODULE', address: toInfo(entry.module) }
  if (entry.kind === 'transfer' || !entry.signed) return null
  return {
    type: 'MULTISIG',
    nonce: entry.signed.transaction.nonce,
    confirmationsRequired: threshold,
    // What was executed had what it takes.
    confirmationsSubmitted: threshold,
    missingSigners: null,
  }
}

function toTxInfo(entry: PastEntry, { address, book }: World) {
  if (entry.kind !== 'transfer') {
    const call =
      entry.kind === 'module' ? entry.call : entry.signed?.transaction
    return toTransactionInfo(call, { safe: address, book })
  }
  const { from, to, token, number, isCollectible } = entry
  const info = token
    ? toTokenInfo({ token, number, isCollectible, book })
    : ({ type: 'NATIVE_COIN', value: number } as const)
  return toTransfer({ safe: address, from, to, info })
}

export async function toDetails(
  entry: PastEntry,
  world: World,
): Promise<TransactionDetails> {
  const { id, txHash, timestamp, txStatus, txInfo } = toSummary(entry, world)
  const call =
    entry.kind === 'transfer'
      ? undefined
      : entry.kind === 'module'
        ? entry.call
        : entry.signed?.transaction
  return {
    safeAddress: world.address,
    txId: id,
    executedAt: timestamp,
    txStatus,
    txInfo,
    txData: call
      ? {
          hexData: call.data === '0x' ? null : call.data,
          dataDecoded: null,
          to: toInfo(call.to),
          value: call.value,
          operation: call.operation,
          trustedDelegateCallTarget: null,
          addressInfoIndex: null,
          tokenInfoIndex: null,
        }
      : null,
    detailedExecutionInfo: await toExecution(entry, world),
    txHash,
    safeAppInfo: null,
    note: null,
  }
}

async function toExecution(
  entry: PastEntry,
  { safe }: World,
): Promise<TransactionDetails['detailedExecutionInfo']> {
  if (entry.kind === 'module')
    return { type: 'MODULE', address: toInfo(entry.module) }
  if (entry.kind !== 'execution' || !entry.signed) return null
  const { transaction, signatures } = entry.signed
  return {
    type: 'MULTISIG',
    submittedAt: unsaid,
    ...toGas(transaction),
    nonce: transaction.nonce,
    safeTxHash: entry.safeTxHash,
    executor: toInfo(entry.executor),
    signers: safe.owners.map(toInfo),
    // What it took then, today’s safe does not say.
    confirmationsRequired: unsaid,
    confirmations: (await listSigners(entry.safeTxHash, signatures)).map(
      ({ signer, signature }) => ({
        signer: toInfo(signer),
        signature,
        // The chain tells when it was executed, not when somebody signed.
        submittedAt: unsaid,
      }),
    ),
    rejectors: [],
    trusted: true,
    proposer: null,
    proposedByDelegate: null,
  }
}

function toGas(transaction: SafeTransaction) {
  const { safeTxGas, baseGas, gasPrice, gasToken, refundReceiver } = transaction
  return {
    safeTxGas,
    baseGas,
    gasPrice,
    gasToken,
    fee: 0n,
    payment: 0n,
    refundReceiver: toInfo(refundReceiver),
    gasTokenInfo: null,
  }
}

/** Whoever signed, as the bytes that the safe accepted say. */
async function listSigners(
  hash: Hex,
  blob: Hex,
): Promise<{ signer: Address; signature: Hex | null }[]> {
  try {
    const signatures = await recoverSignatures({ hash, blob })
    return signatures.map((one) => ({
      signer: one.signer,
      signature: one.kind === 'approvedHash' ? null : buildSignatures([one]),
    }))
  } catch {
    return []
  }
}
