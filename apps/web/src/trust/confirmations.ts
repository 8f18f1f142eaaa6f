import {
  BaseError,
  isCallSatisfied,
  NotAnOwnerError,
  type RequiredCall,
  type SignaturePart,
  type SignedBySafe,
  type Verification,
  verifySignature,
} from '@covault/protocol'
import { queryOptions } from '@tanstack/react-query'
import type { Hex } from 'viem'
import {
  type ChainClient,
  type ChainConfig,
  createChainClient,
} from './chainClient.js'
import { isRefusal } from './isRefusal.js'
import {
  type ClaimedSignature,
  readPart,
} from './signables/claimedSignature.js'

/** What a gateway claims: this owner has signed, with these bytes. */
export type ClaimedConfirmation = ClaimedSignature & {
  /** When, where the gateway tells it. */
  at?: number | undefined
  /** This browser has it itself: it is nobody's word. */
  isKept?: boolean
  /** What the gateway claims of the same signer instead. */
  told?: ClaimedSignature & { at?: number | undefined }
}

/** What came of checking it. */
export type CheckedConfirmation = ClaimedConfirmation & {
  /** What this browser keeps of this signer and no longer counts. */
  leftOut?: { signature: Hex | null; reason: string }
} & (
    | { status: 'verified'; kind: SignaturePart['kind'] }
    /** Signed, but by somebody who is no owner at present. */
    | { status: 'stranger'; kind: SignaturePart['kind'] }
    | { status: 'invalid'; reason: string }
    /** Nobody claims it: without what is kept here there is none. */
    | { status: 'leftOut' }
    /** Only the chain can tell, and it was not heard; without a cause not asked. */
    | { status: 'unchecked'; cause?: unknown }
  )

/** Every claimed confirmation, checked here over the hash computed here. */
export function confirmationsQuery(
  chain: ChainConfig,
  signed: SignedBySafe | undefined,
  claims: readonly ClaimedConfirmation[],
) {
  return queryOptions({
    queryKey: [
      'confirmations',
      chain.chainId,
      signed?.safe,
      signed?.hash,
      signed?.owners,
      signed?.executor,
      claims,
    ],
    queryFn: () =>
      signed
        ? checkConfirmations(createChainClient(chain), { signed, claims })
        : [],
    enabled: signed !== undefined,
    // What the chain left open is asked again.
    staleTime: ({ state: { data } }) =>
      data && findSilence(data) ? 0 : Number.POSITIVE_INFINITY,
  })
}

/** Why some could not be checked; undefined where nobody was silent. */
export function findSilence(
  confirmations: readonly CheckedConfirmation[],
): unknown {
  return confirmations
    .map((one) => (one.status === 'unchecked' ? one.cause : undefined))
    .find((cause) => cause !== undefined)
}

export async function checkConfirmations(
  client: ChainClient,
  {
    signed,
    claims,
  }: { signed: SignedBySafe; claims: readonly ClaimedConfirmation[] },
): Promise<CheckedConfirmation[]> {
  return Promise.all(
    claims.map((claim) =>
      claim.isKept
        ? checkKept(client, signed, claim)
        : checkConfirmation(client, signed, claim),
    ),
  )
}

/**
 * What was valid when it was kept need not be any more, because its contract
 * has changed: that is no lie, and hides nothing that the gateway has.
 */
async function checkKept(
  client: ChainClient,
  signed: SignedBySafe,
  { told, ...claim }: ClaimedConfirmation,
): Promise<CheckedConfirmation> {
  const kept = await checkConfirmation(client, signed, claim)
  if (kept.status === 'verified') return kept
  const other = told && (await checkConfirmation(client, signed, told))
  if (kept.status !== 'invalid')
    return other?.status === 'verified' ? other : kept
  const { signature, reason } = kept
  const leftOut = { signature, reason }
  return { ...(other ?? { ...claim, status: 'leftOut' }), leftOut }
}

async function checkConfirmation(
  client: ChainClient,
  signed: SignedBySafe,
  claim: ClaimedConfirmation,
): Promise<CheckedConfirmation> {
  const refuse = (reason: string) =>
    ({ ...claim, status: 'invalid', reason }) as const
  const part = readPart(claim)
  if (part instanceof BaseError) return refuse(part.message)
  // Who is an owner is a question of its own: former ones have signed too.
  const owners = [...signed.owners, claim.signer]
  const found = await verifySignature({ ...signed, owners, signature: part })
  if (found.status === 'invalid') return refuse(describeFlaw(found))
  const [signer] = found.signers
  if (signer !== claim.signer)
    return refuse(`The signature gives another owner, ${signer}.`)
  const calls = found.status === 'conditional' ? found.calls : []
  const isOwner = signed.owners.includes(signer)
  // Anyone can name a contract that never ends. What was executed may be signed
  // by a former owner.
  const isHeard = isOwner || signed.executor !== undefined
  if (!isHeard && calls.some(({ kind }) => kind === 'contractSignature'))
    return { ...claim, status: 'unchecked' }
  try {
    const answers = await Promise.all(
      calls.map(async (call) => isCallSatisfied(call, await ask(client, call))),
    )
    if (answers.includes(false))
      return refuse('The chain does not confirm this approval.')
  } catch (cause) {
    return { ...claim, status: 'unchecked', cause }
  }
  const status = isOwner ? 'verified' : 'stranger'
  return { ...claim, status, kind: part.kind }
}

function describeFlaw({
  reason,
}: Extract<Verification, { status: 'invalid' }>): string {
  return reason instanceof NotAnOwnerError
    ? `The signature gives another address, ${reason.signer}, which is not an owner.`
    : reason.message
}

/** Undefined: the contract refused. A node that is silent is an error. */
async function ask(
  client: ChainClient,
  { to, data }: RequiredCall,
): Promise<Hex | undefined> {
  try {
    return await client.request({
      method: 'eth_call',
      params: [{ to, data }, 'latest'],
    })
  } catch (error) {
    if (isRefusal(error)) return undefined
    throw error
  }
}
