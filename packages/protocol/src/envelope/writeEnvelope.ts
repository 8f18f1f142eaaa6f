import type { Address, Hex } from 'viem'
import {
  getSafeMessageTypedData,
  hashSafeMessage,
  type MessageContent,
} from '../safeMessage.js'
import {
  getSafeTransactionTypedData,
  hashSafeTransaction,
  type SafeDomain,
  type SafeTransaction,
} from '../safeTransaction.js'
import type { SafeSignature } from '../signature.js'
import { formats, formatVersion } from './forms/envelope.js'
import { getDomainTypes } from './forms/typedData.js'
import { type SignatureData, writeSignatures } from './signatureData.js'
import {
  type TransactionData,
  writeTransactionData,
} from './transactionData.js'
import { parseAddress } from './values.js'

/** What owners sign as their safe. */
export type CarriedSignable =
  | { kind: 'transaction'; domain: SafeDomain; transaction: SafeTransaction }
  | { kind: 'message'; domain: SafeDomain; message: MessageContent }

export type Parcel = {
  signable: CarriedSignable
  signatures: readonly SafeSignature[]
  note?: string | undefined
  origin?: string | undefined
}

type Shared = {
  version: typeof formatVersion
  chainId: string
  safe: Address
  safeVersion: string
}

type Ending = { signatures: SignatureData[]; note?: string; origin?: string }

/** B3's object; `{tx: …}` around it is a file of localsafe. */
export type Envelope =
  | ({ format: 'safe-transaction' } & Shared & {
        safeTxHash: Hex
        data: TransactionData
      } & Ending)
  | ({ format: 'safe-message' } & Shared & {
        messageHash: Hex
        message: MessageContent
      } & Ending)

/** The file `*.safetx.json`: the same content is always the same text. */
export function writeEnvelope(parcel: Parcel): string {
  return `${JSON.stringify(toEnvelope(parcel), null, 2)}\n`
}

/** One file for several. */
export function writeEnvelopes(parcels: readonly Parcel[]): string {
  const transactions = parcels.map(toEnvelope)
  return `${JSON.stringify({ transactions }, null, 2)}\n`
}

export function toEnvelope({
  signable,
  signatures,
  note,
  origin,
}: Parcel): Envelope {
  const { chainId, safe, version } = signable.domain
  const shared = {
    version: formatVersion,
    chainId: String(chainId),
    safe: parseAddress(safe),
    safeVersion: version,
  } as const
  const ending = {
    signatures: writeSignatures(signatures),
    ...(note ? { note } : {}),
    ...(origin ? { origin } : {}),
  }
  if (signable.kind === 'message')
    return {
      format: formats.message,
      ...shared,
      messageHash: hashCarried(signable),
      message: signable.message,
      ...ending,
    }
  return {
    format: formats.transaction,
    ...shared,
    safeTxHash: hashCarried(signable),
    data: writeTransactionData(signable.transaction),
    ...ending,
  }
}

/** Typed data for other signers: `cast wallet sign --data --from-file`. */
export function writeTypedData(signable: CarriedSignable): string {
  const { domain, types, primaryType, message } =
    signable.kind === 'transaction'
      ? getSafeTransactionTypedData(signable.domain, signable.transaction)
      : getSafeMessageTypedData(signable.domain, signable.message)
  const text = JSON.stringify(
    {
      types: {
        EIP712Domain: getDomainTypes(signable.domain.version),
        ...types,
      },
      domain,
      primaryType,
      message,
    },
    (_key, value: unknown) =>
      typeof value === 'bigint' ? String(value) : value,
    2,
  )
  return `${text}\n`
}

/** The hash that owners sign. */
export function hashCarried(signable: CarriedSignable): Hex {
  if (signable.kind === 'transaction')
    return hashSafeTransaction(signable.domain, signable.transaction)
  return hashSafeMessage(signable.domain, signable.message)
}
