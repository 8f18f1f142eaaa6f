import {
  type Call,
  decodeExecTransaction,
  decodeLog,
  type ExecutionEntry,
  hashSafeTransaction,
  isExecTransaction,
  pairExecutions,
  parseSafeVersion,
  type SafeTransaction,
  type TransactionEntry,
} from '@covault/protocol'
import type { Address, Hex } from 'viem'
import type { SafeState } from '../safe.js'
import type { Log } from './pastLogs.js'

export type Place = {
  txHash: Hex
  block: bigint
  logIndex: number
  /** Milliseconds. */
  at: number
}

export type PastEntry = Place &
  (
    | {
        kind: 'execution'
        safeTxHash: Hex
        success: boolean
        executor: Address
        /** Undefined: neither log nor calldata tell, as of a nested call. */
        signed: { transaction: SafeTransaction; signatures: Hex } | undefined
      }
    | {
        kind: 'module'
        module: Address
        success: boolean
        call: Call | undefined
      }
    | {
        kind: 'transfer'
        from: Address
        to: Address
        /** Null: the native currency. */
        token: Address | null
        /** An amount, or the id of a collectible. */
        number: bigint
        isCollectible: boolean
      }
  )

export type Told = Exclude<TransactionEntry, { type: 'creation' | 'unpaired' }>

/** What a transaction was for the safe; its own payments are in an execution. */
export function listEntries({
  chainId,
  address,
  group,
}: {
  chainId: number
  address: Address
  group: readonly Log[]
}): Told[] {
  const logs = group.flatMap((log) => {
    const event = decodeLog(log)
    return event && event.type !== 'undecodable'
      ? { logIndex: Number(log.logIndex), event }
      : []
  })
  const entries = pairExecutions({ chainId, logs }).filter(
    (entry): entry is Told =>
      (entry.type === 'execution' || entry.type === 'moduleExecution') &&
      entry.safe === address
        ? true
        : entry.type === 'event' && isTransferOf(entry.event, address),
  )
  const isActing = entries.some(({ type }) => type !== 'event')
  return entries.filter(
    (entry) =>
      entry.type !== 'event' || !isActing || isIncoming(entry.event, address),
  )
}

type Event = Extract<TransactionEntry, { type: 'event' }>['event']

function isTransferOf(event: Event, safe: Address): boolean {
  // A rejection is a payment of nothing to itself.
  if (event.type === 'safeReceived')
    return event.address === safe && event.value > 0n && event.sender !== safe
  return (
    (event.type === 'erc20Transfer' || event.type === 'erc721Transfer') &&
    (event.from === safe || event.to === safe)
  )
}

function isIncoming(event: Event, safe: Address): boolean {
  return event.type === 'safeReceived' || ('to' in event && event.to === safe)
}

export type Nonces = (
  transaction: Omit<SafeTransaction, 'nonce'>,
  safeTxHash: Hex,
) => bigint | undefined

/** Calldata holds all but the nonce; the hash says which one it was. */
export function createNonces({
  chainId,
  address,
  safe,
}: {
  chainId: number
  address: Address
  safe: Pick<SafeState, 'nonce' | 'version'> | undefined
}): Nonces {
  const version = parseSafeVersion(safe?.version ?? '')?.version
  if (!safe || !version) return () => undefined
  const domain = { chainId, safe: address, version }
  // They are looked for newest first, so the next one is most often at hand.
  let likely = safe.nonce - 1n
  return (transaction, safeTxHash) => {
    const lowest = likely > 200n ? likely - 200n : 0n
    for (let nonce = likely; nonce >= lowest; nonce -= 1n) {
      const hash = hashSafeTransaction(domain, { ...transaction, nonce })
      if (hash !== safeTxHash) continue
      likely = nonce - 1n
      return nonce
    }
    return undefined
  }
}

type Context = {
  place: Place
  address: Address
  executor: Address
  input: Hex
  nonces: Nonces
}

export function toPastEntry(entry: Told, context: Context): PastEntry[] {
  const { place, address, executor } = context
  if (entry.type === 'execution')
    return [
      {
        ...place,
        kind: 'execution',
        safeTxHash: entry.safeTxHash,
        success: entry.success ?? false,
        executor,
        signed: readSigned(entry, context),
      },
    ]
  if (entry.type === 'moduleExecution') {
    const { module, success, details } = entry
    const call = details && toCall(details.event)
    return [{ ...place, kind: 'module', module, success, call }]
  }
  const { event } = entry
  if (event.type === 'safeReceived')
    return [
      {
        ...place,
        kind: 'transfer',
        from: event.sender,
        to: address,
        token: null,
        number: event.value,
        isCollectible: false,
      },
    ]
  if (event.type !== 'erc20Transfer' && event.type !== 'erc721Transfer')
    return []
  const isCollectible = event.type === 'erc721Transfer'
  return [
    {
      ...place,
      kind: 'transfer',
      from: event.from,
      to: event.to,
      token: event.address,
      number: isCollectible ? event.tokenId : event.value,
      isCollectible,
    },
  ]
}

function toCall({
  to,
  value,
  data,
  operation,
}: Call & Record<string, unknown>): Call {
  return { to, value, data, operation }
}

function readSigned(
  { safeTxHash, details }: ExecutionEntry,
  { input, nonces }: Context,
): Extract<PastEntry, { kind: 'execution' }>['signed'] {
  if (details && !details.synthetic) {
    const { transaction, signatures } = details.event
    // Keeps the search for the others in step.
    nonces(transaction, safeTxHash)
    return { transaction, signatures }
  }
  if (!isExecTransaction(input)) return undefined
  try {
    const { transaction, signatures } = decodeExecTransaction(input)
    const nonce = nonces(transaction, safeTxHash)
    return nonce === undefined
      ? undefined
      : { transaction: { ...transaction, nonce }, signatures }
  } catch {
    return undefined
  }
}
