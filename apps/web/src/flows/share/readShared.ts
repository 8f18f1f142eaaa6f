import type { Message, TransactionDetails } from '@covault/api'
import type { Hex } from 'viem'
import type {
  LocalMessage,
  LocalTransaction,
} from '../../preferences/localQueue.js'
import {
  joinMessage,
  joinTransaction,
  restoreMessage,
  restoreTransaction,
} from '../../queries/localSignables.js'
import type { Claim } from '../../trust/checkSignable.js'
import type { Signable } from '../../trust/signable.js'
import type { SignableHashes } from '../../trust/signables/definition.js'
import {
  claimMessage,
  claimTransaction,
} from '../../understand/assess/claim.js'
import type { CarriedKind } from '../../understand/carry/parcel.js'
import { isAbout } from '../../understand/decode/isAbout.js'
import { readMessage } from '../../understand/decode/readMessage.js'
import { readTransaction } from '../../understand/decode/readTransaction.js'
import type { SafePlace } from '../../understand/safe/safePlace.js'

export type Shared = {
  signable: Signable<CarriedKind> & { hashes: SignableHashes }
  claim: Claim
  note: string
  /** What was told under the hash is something else: this is the copy of here. */
  isCopy: boolean
}

type Place = Pick<SafePlace, 'chain' | 'address'> & {
  safe: Pick<SafePlace['safe'], 'version'>
}

/** Undefined: neither what was told nor what is here has the hash. */
export function readSharedTransaction(
  { chain: { chainId }, address, safe: { version } }: Place,
  {
    id,
    told,
    local,
  }: {
    id: string
    told: TransactionDetails
    local: LocalTransaction | undefined
  },
): Shared | undefined {
  const read = (details: TransactionDetails, isCopy: boolean) => {
    if (details.safeAddress !== address || !isAbout(id, details))
      return undefined
    const { signed } = readTransaction(details, { chainId, address, version })
    if (!signed?.isAsClaimed) return undefined
    const claim = claimTransaction(signed.execution)
    return { signable: signed, claim, note: details.note ?? '', isCopy }
  }
  return (
    read(local ? joinTransaction(told, local) : told, false) ??
    (local && read(restoreTransaction(told, local), true))
  )
}

/** The same of a message. */
export function readSharedMessage(
  { chain: { chainId }, address, safe: { version } }: Place,
  {
    messageHash,
    told,
    local,
  }: { messageHash: Hex; told: Message; local: LocalMessage | undefined },
): Shared | undefined {
  const read = (message: Message, isCopy: boolean) => {
    const place = { chainId, address, version }
    const signable = readMessage(message.message, place)
    if (!('hashes' in signable) || signable.hashes.signed !== messageHash)
      return undefined
    return { signable, claim: claimMessage(message), note: '', isCopy }
  }
  return (
    read(local ? joinMessage(told, local) : told, false) ??
    (local && read(restoreMessage(told, local), true))
  )
}
