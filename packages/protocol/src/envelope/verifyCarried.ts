import type { Address, Hex } from 'viem'
import { nameChain } from '../chains/nameChain.js'
import { BaseError } from '../errors.js'
import {
  identifySigner,
  parseSignatures,
  type SignaturePart,
} from '../parseSignatures.js'
import type { SafeDomain } from '../safeTransaction.js'
import { safeVersions } from '../safeVersion.js'
import {
  DuplicateSignerError,
  type SafeSignature,
  toLowS,
} from '../signature.js'
import type {
  CarriedForm,
  CarriedMessage,
  CarriedSignatures,
  CarriedTransaction,
  ClaimedSignature,
} from './carried.js'
import { type CarriedSignable, hashCarried } from './writeEnvelope.js'

/** What a reader knows of the safe already; it counts more than a file. */
export type KnownPlace = Partial<SafeDomain>

export type VerifiedCarried = {
  form: CarriedForm
  signable: CarriedSignable
  /** Recomputed. */
  hash: Hex
  /** Otherwise the newest of those that hash alike: the chain has to say. */
  isVersionSure: boolean
  signatures: readonly CheckedSignature[]
  /** Somebody's words, which nothing confirms. */
  note: string | undefined
  origin: string | undefined
}

/**
 * What can be told without a chain: `recovered` is a key's signature of the
 * recomputed hash, `needsChain` an approval or a contract's.
 */
export type CheckedSignature =
  | { status: 'recovered'; signature: SafeSignature }
  | { status: 'needsChain'; signature: SafeSignature }
  | { status: 'refused'; signer: Address; reason: BaseError }

/** Recomputes everything; fails with a BaseError that says what differs. */
export async function verifyCarried(
  carried: CarriedTransaction | CarriedMessage,
  known: KnownPlace = {},
): Promise<VerifiedCarried> {
  const { stated } = carried
  const place = settlePlace(stated, known)
  const versions = known.version ? [known.version] : stated.versions
  const candidates = listCandidates(carried, { ...place, versions })
  if (known.version && !stated.versions.includes(known.version))
    assertHashedAlike(
      candidates,
      listCandidates(carried, { ...place, versions: stated.versions }),
    )
  const { signable, hash } = await chooseCandidate(carried, candidates)
  const { form, note, origin } = carried
  return {
    form,
    signable,
    hash,
    isVersionSure: versions.length === 1,
    signatures: await checkSignatures(carried.signatures, hash),
    note,
    origin,
  }
}

/** Signatures that came alone, for what the reader has and they are of. */
export async function verifyCarriedSignatures(
  carried: CarriedSignatures,
  signable: CarriedSignable,
): Promise<VerifiedCarried> {
  return verifyCarried({ ...carried, ...signable }, signable.domain)
}

function settlePlace(
  stated: CarriedTransaction['stated'],
  known: KnownPlace,
): Pick<SafeDomain, 'chainId' | 'safe'> {
  const chainId = known.chainId ?? stated.chainId
  const safe = known.safe ?? stated.safe
  if (chainId === undefined) throw new UnnamedNetworkError()
  if (safe === undefined) throw new UnnamedSafeError()
  if (stated.chainId !== undefined && stated.chainId !== chainId)
    throw new OtherNetworkError({ stated: stated.chainId, known: chainId })
  if (stated.safe !== undefined && !isSameAddress(stated.safe, safe))
    throw new OtherSafeError({ stated: stated.safe, known: safe })
  return { chainId, safe }
}

type Candidate = { signable: CarriedSignable; hash: Hex }

/** The newest version of each hash, because some versions hash alike. */
function listCandidates(
  carried: CarriedTransaction | CarriedMessage,
  {
    versions,
    ...place
  }: Pick<SafeDomain, 'chainId' | 'safe'> &
    Pick<CarriedTransaction['stated'], 'versions'>,
): Candidate[] {
  const candidates = new Map<Hex, Candidate>()
  for (const version of safeVersions.toReversed()) {
    if (!versions.includes(version)) continue
    const signable = toSignable(carried, { ...place, version })
    const hash = hashCarried(signable)
    if (!candidates.has(hash)) candidates.set(hash, { signable, hash })
  }
  return [...candidates.values()]
}

/** The safe may have another version by now, unless that hashes otherwise. */
function assertHashedAlike(
  [own]: readonly Candidate[],
  stated: readonly Candidate[],
): void {
  const [first] = stated
  if (own && first && !stated.some(({ hash }) => hash === own.hash))
    throw new StatedHashError({ stated: first.hash, computed: own.hash })
}

function toSignable(
  carried: CarriedTransaction | CarriedMessage,
  domain: SafeDomain,
): CarriedSignable {
  if (carried.kind === 'message')
    return { kind: 'message', domain, message: carried.message }
  return { kind: 'transaction', domain, transaction: carried.transaction }
}

/** By the stated hash; without one, by whichever fits a signature. */
async function chooseCandidate(
  { hash, signatures }: CarriedTransaction | CarriedMessage,
  candidates: readonly Candidate[],
): Promise<Candidate> {
  const [first, ...others] = candidates
  if (first === undefined) throw new UndeterminedVersionError()
  if (hash !== undefined) {
    const named = candidates.find((one) => one.hash === hash)
    if (named) return named
    throw new StatedHashError({ stated: hash, computed: first.hash })
  }
  if (others.length === 0) return first
  for (const candidate of candidates)
    for (const claimed of signatures) {
      const { status } = await checkSignature(claimed, candidate.hash)
      if (status === 'recovered') return candidate
    }
  throw new UndeterminedVersionError()
}

/** The contract counts an owner once: further ones are not looked into. */
async function checkSignatures(
  claims: readonly ClaimedSignature[],
  hash: Hex,
): Promise<CheckedSignature[]> {
  const signed = new Set<string>()
  const checked: CheckedSignature[] = []
  for (const claimed of claims) {
    const { signer } = claimed
    const isRepeated = signed.has(signer.toLowerCase())
    const one: CheckedSignature = isRepeated
      ? {
          status: 'refused',
          signer,
          reason: new DuplicateSignerError({ signer }),
        }
      : await checkSignature(claimed, hash)
    if (one.status !== 'refused') signed.add(signer.toLowerCase())
    checked.push(one)
  }
  return checked
}

async function checkSignature(
  claimed: ClaimedSignature,
  hash: Hex,
): Promise<CheckedSignature> {
  const { signer } = claimed
  try {
    const part = toPart(claimed)
    const signature = await identifySigner({ hash, part })
    if (!isSameAddress(signer, signature.signer))
      throw new ForgedSignerError({ claimed: signer, found: signature.signer })
    const isKey = part.kind === 'ecdsa' || part.kind === 'ethSign'
    return { status: isKey ? 'recovered' : 'needsChain', signature }
  } catch (reason) {
    if (reason instanceof BaseError)
      return { status: 'refused', signer, reason }
    throw reason
  }
}

function toPart({
  signer,
  data,
  isContractSignature,
}: ClaimedSignature): SignaturePart {
  if (isContractSignature) return { kind: 'contract', signer, data }
  const [part, ...others] = parseSignatures(data)
  if (part === undefined || others.length > 0)
    throw new SignatureCountError({ count: part ? others.length + 1 : 0 })
  if (part.kind === 'ecdsa' || part.kind === 'ethSign')
    return { ...part, data: toLowS(part.data) }
  return part
}

function isSameAddress(a: Address, b: Address): boolean {
  return a.toLowerCase() === b.toLowerCase()
}

export class StatedHashError extends BaseError {
  override name = 'StatedHashError'

  constructor({ stated, computed }: { stated: Hex; computed: Hex }) {
    super(
      `The stated hash is ${stated}, but the content has the hash ${computed}. Ask the sender for it again.`,
    )
  }
}

export class OtherNetworkError extends BaseError {
  override name = 'OtherNetworkError'

  constructor({ stated, known }: { stated: number; known: number }) {
    super(
      `This is for ${nameChain(stated)}, but the open safe is on ${nameChain(known)}.`,
    )
  }
}

export class OtherSafeError extends BaseError {
  override name = 'OtherSafeError'

  constructor({ stated, known }: { stated: Address; known: Address }) {
    super(`This is for the safe ${stated}, but the open safe is ${known}.`)
  }
}

export class UnnamedNetworkError extends BaseError {
  override name = 'UnnamedNetworkError'

  constructor() {
    super(
      'The content does not name its network. Open the safe it belongs to, then try again.',
    )
  }
}

export class UnnamedSafeError extends BaseError {
  override name = 'UnnamedSafeError'

  constructor() {
    super(
      'The content does not name its safe. Open the safe it belongs to, then try again.',
    )
  }
}

export class UndeterminedVersionError extends BaseError {
  override name = 'UndeterminedVersionError'

  constructor() {
    super(
      "The safe's contract version is missing. Connect to the network so that it can be read.",
    )
  }
}

export class ForgedSignerError extends BaseError {
  override name = 'ForgedSignerError'

  constructor({ claimed, found }: { claimed: Address; found: Address }) {
    super(
      `The signature is listed as one by ${claimed}, but for this content it is by ${found}.`,
    )
  }
}

export class SignatureCountError extends BaseError {
  override name = 'SignatureCountError'

  constructor({ count }: { count: number }) {
    super(`Each entry must have one signature, but this one has ${count}.`)
  }
}
