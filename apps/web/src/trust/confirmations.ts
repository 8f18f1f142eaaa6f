import {
  BaseError,
  isCallSatisfied,
  type RequiredCall,
  type SignaturePart,
  type SignedBySafe,
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
}

/** What came of checking it. */
export type CheckedConfirmation = ClaimedConfirmation &
  (
    | { status: 'verified'; kind: SignaturePart['kind'] }
    /** Signed, but by somebody who is no owner at present. */
    | { status: 'stranger'; kind: SignaturePart['kind'] }
    | { status: 'invalid'; reason: string }
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
    staleTime: Number.POSITIVE_INFINITY,
  })
}

export async function checkConfirmations(
  client: ChainClient,
  {
    signed,
    claims,
  }: { signed: SignedBySafe; claims: readonly ClaimedConfirmation[] },
): Promise<CheckedConfirmation[]> {
  return Promise.all(
    claims.map((claim) => checkConfirmation(client, signed, claim)),
  )
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
  if (found.status === 'invalid') return refuse(found.reason.message)
  const [signer] = found.signers
  if (signer !== claim.signer)
    return refuse(`The signature is by ${signer}, not by ${claim.signer}.`)
  const calls = found.status === 'conditional' ? found.calls : []
  const isOwner = signed.owners.includes(signer)
  const answers = await Promise.all(
    calls.map(async (call) => isCallSatisfied(call, await ask(client, call))),
  ).catch((error: unknown): boolean[] => {
    // Others' contracts count for nothing, and must not stop the owners.
    if (isOwner) throw error
    return []
  })
  if (answers.includes(false))
    return refuse('The chain does not confirm the approval.')
  const status = isOwner ? 'verified' : 'stranger'
  return { ...claim, status, kind: part.kind }
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
