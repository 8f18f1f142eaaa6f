import type { SafeReference } from '@covault/api'
import type { SafeSignature } from '@covault/protocol'
import type { CarriedSignatures } from '@covault/protocol/envelope'
import type { Hex } from 'viem'
import {
  type LocalTransaction,
  localTransactions,
} from '../../preferences/localQueue.js'
import { listSeen } from '../../preferences/seenSignatures.js'
import {
  listCounted,
  readLocalMessage,
  readLocalTransaction,
} from '../../queries/localSignables.js'
import { recallTransaction } from '../../queries/recall.js'
import { hashSignable } from '../../trust/hashSignable.js'
import type { Signable } from '../../trust/signable.js'
import {
  type ClaimedSignature,
  isKeySignature,
} from '../../trust/signables/claimedSignature.js'
import { type CarriedKind, toParcel } from '../../understand/carry/parcel.js'
import { mostRivals, type Rival } from './findRivals.js'
import {
  type Beside,
  compareTransactions,
  type Native,
} from './listDifferences.js'

/** What this browser has itself; nobody else is asked. */
export type Here = {
  /** Of the same hash. */
  own: Own | undefined
  /** Others at its nonce. */
  rivals: Rival[]
  /** As many were not compared. */
  more: number
}

type Own = Pick<Beside, 'note' | 'origin'> & {
  /** Otherwise it was only seen signed. */
  isInQueue: boolean
  signatures: readonly ClaimedSignature[]
  /** Of these the ones by a key over the hash, which need no chain. */
  keys: readonly SafeSignature[]
  /** All others: only the chain can tell. */
  others: readonly SafeSignature[]
}

type Asked = { signable: Signable<CarriedKind>; hash: Hex }

export async function findHere(asked: Asked, native: Native): Promise<Here> {
  const own = await findOwn(asked)
  if (asked.signable.kind === 'message') return { own, rivals: [], more: 0 }
  return { own, ...(await findRivalsHere(asked.signable, asked.hash, native)) }
}

/** What signatures are of that came without it; `verifyCarried` hashes it. */
export async function findContentHere(
  place: SafeReference,
  { of, hash }: Pick<CarriedSignatures, 'of' | 'hash'>,
) {
  if (of === 'message') {
    const local = await readLocalMessage(place, hash)
    return local && ({ kind: of, message: local.content } as const)
  }
  const local = await recallTransaction(place, hash)
  return local && ({ kind: of, transaction: local.transaction } as const)
}

async function findOwn(asked: Asked): Promise<Own | undefined> {
  const { signable, hash } = asked
  const { domain } = signable
  const place = { chainId: domain.chainId, address: domain.safe }
  if (signable.kind === 'message') {
    const local = await readLocalMessage(place, hash)
    const found = { ...signable, message: local?.content ?? '' }
    if (!local || hashSignable(found) !== hash) return undefined
    return toOwn(local, { ...asked, isInQueue: true })
  }
  const local = await recallTransaction(place, hash)
  if (!local || !isOf(signable, { ...local, safeTxHash: hash }))
    return undefined
  const isInQueue = (await readLocalTransaction(place, hash)) !== undefined
  return toOwn(local, { ...asked, isInQueue })
}

async function toOwn(
  local: Pick<LocalTransaction, 'signatures' | 'app'> & { note?: string },
  { signable, hash, isInQueue }: Asked & Pick<Own, 'isInQueue'>,
): Promise<Own> {
  const signatures = listCounted(local).map(({ signer, signature }) => ({
    ...{ signer, signature },
  }))
  const isKeys = await Promise.all(
    signatures.map((one) => isKeySignature(hash, one)),
  )
  const read = (confirmations: readonly ClaimedSignature[]) =>
    toParcel(signable, { confirmations, note: '' }).signatures
  return {
    note: local.note || undefined,
    origin: local.app && JSON.stringify(local.app),
    isInQueue,
    signatures,
    keys: read(signatures.filter((_, at) => isKeys[at])),
    others: read(signatures.filter((_, at) => !isKeys[at])),
  }
}

/** In the queue of this browser, or seen signed and not known to be deleted. */
async function findRivalsHere(
  signable: Signable<'transaction'>,
  hash: Hex,
  native: Native,
): Promise<Pick<Here, 'rivals' | 'more'>> {
  const { domain, transaction } = signable
  const place = { chainId: domain.chainId, address: domain.safe }
  const kept = await localTransactions.list()
  const others = new Map(
    [...kept.map(({ value }) => value), ...(await listSeen())]
      .filter(
        (one) =>
          one.chainId === place.chainId &&
          one.safe === place.address &&
          one.safeTxHash !== hash &&
          one.transaction.nonce === transaction.nonce,
      )
      .map((one) => [one.safeTxHash, one]),
  )
  const all = [...others.values()]
  const rivals = all.slice(0, mostRivals).map((one): Rival => {
    const found = { hash: one.safeTxHash, isReported: false }
    if (!isOf(signable, one)) return { ...found, state: 'unread' }
    const rival = one.transaction
    const differences = compareTransactions(transaction, rival, native)
    return { ...found, state: 'compared', transaction: rival, differences }
  })
  return { rivals, more: all.length - rivals.length }
}

/** What lies here under a hash is what the hash says. */
function isOf(
  { kind, domain }: Signable<'transaction'>,
  one: Pick<LocalTransaction, 'transaction' | 'safeTxHash'>,
): boolean {
  const { transaction } = one
  return hashSignable({ kind, domain, transaction }) === one.safeTxHash
}
