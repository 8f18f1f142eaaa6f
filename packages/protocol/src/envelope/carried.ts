import type { Address, Hex } from 'viem'
import type { MessageContent } from '../safeMessage.js'
import type { SafeTransaction } from '../safeTransaction.js'
import type { SafeVersion } from '../safeVersion.js'

/** Whose way of writing it is. */
export type CarriedForm =
  | 'envelope'
  | 'eternalSafe'
  | 'localsafe'
  | 'protocolKit'
  | 'service'
  | 'signatureFile'
  | 'typedData'

/**
 * What a file, a link or a code claims. Nothing of it has been checked but its
 * form: `verifyCarried` recomputes the hash and recovers the signers.
 */
export type Carried = CarriedTransaction | CarriedMessage | CarriedSignatures

export type CarriedTransaction = Claims & {
  kind: 'transaction'
  transaction: SafeTransaction
}

export type CarriedMessage = Claims & {
  kind: 'message'
  message: MessageContent
}

/** Signatures of something that the reader has to have already. */
export type CarriedSignatures = Claims & {
  kind: 'signatures'
  of: 'transaction' | 'message'
  hash: Hex
}

export type Claims = {
  form: CarriedForm
  stated: StatedPlace
  hash: Hex | undefined
  signatures: readonly ClaimedSignature[]
  /** Somebody's words. */
  note: string | undefined
  origin: string | undefined
}

/** Where it says that it belongs; most forms leave something out. */
export type StatedPlace = {
  chainId: number | undefined
  safe: Address | undefined
  /** Of the safe's contract; all that are known where it does not say. */
  versions: readonly SafeVersion[]
}

/** As protocol-kit writes them: `data` of a contract is its inner bytes. */
export type ClaimedSignature = {
  signer: Address
  data: Hex
  isContractSignature: boolean
}
