import { type Address, getAddress, type Hex, isAddress } from 'viem'
import { RuleFailure, StorageFailure } from '../failures.js'
import type { ModuleTransaction } from '../store/moduleTransactions.js'
import type { MultisigTransaction } from '../store/transactionRows.js'
import type { StoredTransfer } from '../store/transferReads.js'

/** The names the wire has for what can be asked for by itself. */
export type TransactionId =
  | { kind: 'multisig'; safe: Address | undefined; safeTxHash: Hex }
  | { kind: 'module'; txHash: Hex; logIndex: number }
  | {
      kind: 'transfer'
      safe: Address
      native: boolean
      txHash: Hex
      logIndex: number
      leg: number
    }
  | { kind: 'creation'; safe: Address }

export function writeMultisigId({
  safe,
  safeTxHash,
}: Pick<MultisigTransaction, 'safe' | 'safeTxHash'>): string {
  return `multisig_${safe}_${safeTxHash}`
}

export function writeModuleId({
  safe,
  txHash,
  logIndex,
}: Pick<ModuleTransaction, 'safe' | 'txHash' | 'logIndex'>): string {
  return `module_${safe}_i${txHash.slice(2)}${logIndex}`
}

export function writeTransferId(
  transfer: Pick<
    StoredTransfer,
    'safe' | 'txHash' | 'logIndex' | 'leg' | 'kind'
  >,
): string {
  const { safe, txHash, logIndex, leg, kind } = transfer
  const place = leg === 0 ? `${logIndex}` : `${logIndex},${leg}`
  return `transfer_${safe}_${kind === 'native' ? 'i' : 'e'}${txHash.slice(2)}${place}`
}

export function writeCreationId(safe: Address): string {
  return `creation_${safe}`
}

/** Undefined for what no transaction of ours is called. */
export function parseTransactionId(text: string): TransactionId | undefined {
  const [kind, address = '', third = ''] = text.split('_')
  if (kind === 'multisig') {
    const safe = readAddress(address)
    return isHash(third) ? { kind, safe, safeTxHash: lower(third) } : undefined
  }
  if (kind === 'module') {
    // Of the form that others write, but it names no place in a transaction.
    if (/^i[0-9a-fA-F]{64}$/.test(third)) return undefined
    const place = readPlace(third, /^i/)
    if (!place)
      throw new StorageFailure(400, 'module_transaction_id is not valid')
    return { kind, txHash: place.txHash, logIndex: place.logIndex }
  }
  if (kind === 'transfer') {
    const safe = readAddress(address)
    const place = readPlace(third, /^[ei]/)
    if (!place) throw new StorageFailure(400, 'transfer_id is not valid')
    return { kind, safe, native: third.startsWith('i'), ...place }
  }
  if (kind === 'creation') return { kind, safe: readAddress(address) }
  return isHash(text)
    ? { kind: 'multisig', safe: undefined, safeTxHash: lower(text) }
    : undefined
}

function readPlace(text: string, prefix: RegExp) {
  if (!prefix.test(text)) return undefined
  const match = /^.([0-9a-fA-F]{64})([0-9]{1,9})(?:,([0-9]{1,9}))?$/.exec(text)
  if (!match) return undefined
  const [, hash, logIndex, leg = '0'] = match
  return {
    txHash: lower(`0x${hash}`),
    logIndex: Number(logIndex),
    leg: Number(leg),
  }
}

/** All lower case or exactly checksummed: an id is copied, never typed. */
function readAddress(text: string): Address {
  if (isAddress(text)) return getAddress(text)
  throw new RuleFailure('Invalid transaction ID', { status: 400, named: true })
}

function isHash(text: string): text is Hex {
  return /^0x[0-9a-fA-F]{64}$/.test(text)
}

function lower(hash: string): Hex {
  return hash.toLowerCase() as Hex
}
