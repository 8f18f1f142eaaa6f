import type { Hex } from 'viem'
import type { ModuleKey } from '../store/moduleTransactions.js'
import type { TimelineKey } from '../store/timeline.js'
import type { TransactionKey } from '../store/transactions.js'
import type { TransferKey } from '../store/transferReads.js'

// Keys travel in links and come back as anybody likes: what cannot be read is
// no key, and the page begins at its offset.

const kinds = ['multisig', 'module', 'transfer', 'creation'] as const

export function writeTimelineKey(key: TimelineKey): string {
  const { blockNumber, txIndex, orderKey, kind, ref } = key
  return [blockNumber, txIndex, orderKey, kind, ref].join('.')
}

export function readTimelineKey(
  text: string | undefined,
): TimelineKey | undefined {
  const [block, tx, order, kindText, ref] = text?.split('.') ?? []
  const kind = kinds.find((known) => known === kindText)
  if (!isLong(block) || !isNatural(tx) || !isWhole(order) || !kind)
    return undefined
  if (ref === undefined || !/^[\w:,-]{0,66}$/.test(ref)) return undefined
  return {
    blockNumber: BigInt(block),
    txIndex: Number(tx),
    orderKey: BigInt(order),
    kind,
    ref,
  }
}

export function writeTransactionKey(key: TransactionKey): string {
  return [key.nonce, key.submitted, key.safeTxHash].join('.')
}

export function readTransactionKey(
  text: string | undefined,
): TransactionKey | undefined {
  const [nonce, submitted, hash] = text?.split('.') ?? []
  if (!isLong(nonce) || !isWhole(submitted) || !isHash(hash)) return undefined
  return {
    nonce: BigInt(nonce),
    submitted: BigInt(submitted),
    safeTxHash: hash,
  }
}

export function writePlaceKey(key: ModuleKey & { leg?: number }): string {
  return [key.blockNumber, key.txIndex, key.logIndex, key.leg ?? 0].join('.')
}

export function readPlaceKey(
  text: string | undefined,
): TransferKey | undefined {
  const [block, tx, log, leg] = text?.split('.') ?? []
  if (!isLong(block) || !isNatural(tx) || !isNatural(log) || !isNatural(leg))
    return undefined
  return {
    blockNumber: BigInt(block),
    txIndex: Number(tx),
    logIndex: Number(log),
    leg: Number(leg),
  }
}

// Few enough digits for the database's own integers: 4 bytes, or 8.
function isNatural(text: string | undefined): text is string {
  return text !== undefined && /^[0-9]{1,9}$/.test(text)
}

function isLong(text: string | undefined): text is string {
  return text !== undefined && /^[0-9]{1,18}$/.test(text)
}

function isWhole(text: string | undefined): text is string {
  return text !== undefined && /^-?[0-9]{1,18}$/.test(text)
}

function isHash(text: string | undefined): text is Hex {
  return text !== undefined && /^0x[0-9a-f]{64}$/.test(text)
}
