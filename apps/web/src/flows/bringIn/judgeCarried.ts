import { BaseError, buildSignatures } from '@covault/protocol'
import {
  type Carried,
  type CarriedForm,
  type VerifiedCarried,
  verifyCarried,
  verifyCarriedSignatures,
} from '@covault/protocol/envelope'
import type { Address, Hex } from 'viem'
import { readBlockNumber } from '../../trust/block.js'
import type { ChainClient } from '../../trust/chainClient.js'
import { checkConfirmations } from '../../trust/confirmations.js'
import { toDomain } from '../../trust/domain.js'
import { readHashes } from '../../trust/hashSignable.js'
import type { Signable } from '../../trust/signable.js'
import {
  type ClaimedSignature,
  isSameSignature,
} from '../../trust/signables/claimedSignature.js'
import type { CarriedKind } from '../../understand/carry/parcel.js'
import type { SafePlace } from '../../understand/safe/safePlace.js'
import { describeError } from '../../words/errors.js'
import {
  type Beside,
  compareBeside,
  type Difference,
} from './listDifferences.js'

/** One signature that came along, and what is to be thought of it. */
export type JudgedSignature = {
  signer: Address
} & (
  | { status: 'new' | 'known'; signature: Hex }
  /** Not by an owner of the safe as it is now. */
  | { status: 'stranger' }
  | { status: 'refused'; reason: string }
  /** By an owner, as far as the chain can tell, which did not. */
  | { status: 'unheard'; reason: string }
  /** Without a chain: by a key over this hash, or for the chain to say. */
  | { status: 'recovered' | 'needsChain'; isHere?: boolean }
)

export type Judged = {
  form: CarriedForm
  signable: Signable<CarriedKind>
  /** Computed here. */
  hash: Hex
  signatures: readonly JudgedSignature[]
  /** Who has it already; undefined: nobody that was asked. */
  knownBy: 'gateway' | 'browser' | undefined
  /** Somebody's words, which nothing confirms. */
  note: string
  /** From what is there already under the hash. */
  differences: readonly Difference[]
}

/** Two that differ in anything, a signature or a note, have two names. */
export function nameCarried(carried: Carried): string {
  return JSON.stringify(carried, (_key, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  )
}

/**
 * What is there already under a hash, from gateway and local queue. It fails
 * where a gateway that there is does not answer.
 */
export type FindKnown = (
  kind: CarriedKind,
  hash: Hex,
) => Promise<Known | undefined>

type Known = Partial<Pick<Beside, 'note' | 'origin'>> & {
  /** Undefined: nobody has it, and this browser remembers its content. */
  by: 'gateway' | 'browser' | undefined
  signable: Signable<CarriedKind>
  /** Said to be there; nobody has checked them. */
  signatures: readonly ClaimedSignature[]
  /** What of it this browser has kept itself; all else is somebody's word. */
  own?: Beside | undefined
}

/**
 * Everything that was brought is computed and checked here before anything of
 * it is kept: the hash over its content, each signature over that hash, and
 * each signer against the owners that the chain has now.
 */
export async function judgeCarried(
  client: ChainClient,
  {
    carried,
    place,
    findKnown,
  }: { carried: Carried; place: SafePlace; findKnown: FindKnown },
): Promise<Judged> {
  const { owners } = place.safe
  // Anybody can list anything: what cannot count is neither read nor asked about.
  const [counted, strangers] = divide(carried.signatures, ({ signer }) =>
    owners.includes(signer),
  )
  const verified = await verify(
    { ...carried, signatures: counted },
    { place, findKnown },
  )
  const { hash, form } = verified
  const signable = verified.signable as Signable<CarriedKind>
  // No answer is no knowledge: the file has all that is judged.
  const known = await findKnown(signable.kind, hash).catch(() => undefined)
  const { note = '', origin } = verified
  const judged = await judgeSignatures(client, {
    verified,
    place,
    known: known?.signatures ?? [],
  })
  const signatures = [
    ...judged,
    ...strangers.map(({ signer }) => ({ signer, status: 'stranger' }) as const),
  ]
  return {
    form,
    signable,
    hash,
    knownBy: known?.by,
    note,
    signatures,
    differences: known?.by
      ? compareKnown({ note, origin, signatures }, known, place)
      : [],
  }
}

function divide<Item>(
  items: readonly Item[],
  isFirst: (item: Item) => boolean,
): [first: Item[], rest: Item[]] {
  return [items.filter(isFirst), items.filter((one) => !isFirst(one))]
}

/**
 * Dropped signatures are none, and a former owner's counts no more. What only
 * the chain could have told is not said to differ.
 */
function compareKnown(
  file: Pick<Judged, 'note' | 'signatures'> & { origin: string | undefined },
  known: Known,
  { safe: { owners } }: SafePlace,
): Difference[] {
  const signers = file.signatures.flatMap((one) =>
    one.status === 'new' || one.status === 'known' ? one.signer : [],
  )
  // What nobody has checked is not there where the file has a valid one.
  const isReplaced = (signer: Address) =>
    file.signatures.some(
      (one) =>
        (one.status === 'new' || one.status === 'unheard') &&
        one.signer === signer,
    )
  const queued = known.signatures
    .map(({ signer }) => signer)
    .filter((signer) => owners.includes(signer) && !isReplaced(signer))
  return compareBeside(
    { ...file, signers },
    { note: known.note, origin: known.origin, signers: queued },
    known.own,
  )
}

async function verify(
  carried: Carried,
  { place, findKnown }: { place: SafePlace; findKnown: FindKnown },
): Promise<VerifiedCarried> {
  const domain = toDomain(place.chain, place.safe)
  if (carried.kind !== 'signatures') return verifyCarried(carried, domain)
  const known = await findKnown(carried.of, carried.hash).catch((cause) => {
    throw new UnansweredError({ cause })
  })
  if (!known) throw new UnknownSubjectError({ of: carried.of })
  return verifyCarriedSignatures(carried, known.signable)
}

async function judgeSignatures(
  client: ChainClient,
  {
    verified: { signable, hash, signatures },
    place,
    known,
  }: {
    verified: VerifiedCarried
    place: SafePlace
    known: readonly ClaimedSignature[]
  },
): Promise<JudgedSignature[]> {
  const { safe, version } = signable.domain
  const { preimage } = readHashes(signable as Signable<CarriedKind>)
  const { owners } = place.safe
  const signed = { safe, version, hash, preimage, owners }
  const judged = await Promise.all(
    signatures.map(async (one): Promise<JudgedSignature> => {
      if (one.status === 'refused')
        return {
          signer: one.signer,
          status: 'refused',
          reason: one.reason.message,
        }
      const { signer } = one.signature
      const signature = buildSignatures([one.signature])
      const claim = { signer, signature }
      const claims = [claim]
      const [checked] = await checkConfirmations(client, { signed, claims })
      if (checked?.status === 'unchecked')
        return {
          signer,
          status: 'unheard',
          reason: describeError(checked.cause),
        }
      if (checked?.status === 'invalid')
        return { signer, status: 'refused', reason: checked.reason }
      if (checked?.status !== 'verified') return { signer, status: 'stranger' }
      const isKnown = known.some((one) => isSameSignature(one, claim))
      return { signer, status: isKnown ? 'known' : 'new', signature }
    }),
  )
  if (judged.some(({ status }) => status === 'unheard')) await hear(client)
  return judged
}

/** One contract may not answer where the chain does. */
async function hear(client: ChainClient): Promise<void> {
  try {
    await readBlockNumber(client)
  } catch (cause) {
    throw new SilentChainError({ cause })
  }
}

/** Nothing is wrong with what was brought: asking again may help. */
export class UnansweredError extends BaseError {
  constructor({ cause }: { cause: unknown }) {
    super(describeError(cause), { cause })
  }
}

/** What needs no chain can still be reviewed. */
export class SilentChainError extends UnansweredError {}

export class UnknownSubjectError extends BaseError {
  constructor({ of }: { of: CarriedKind }) {
    super(
      `These signatures come without their ${of}, and this browser doesn’t have it. Ask the sender for the ${of} itself.`,
    )
  }
}
