import * as z from 'zod/mini'
import type { Verification } from '../apps/requestDesk.js'
import { readPeer } from './peer.js'
import { RefusedError } from './rpcError.js'
import type { DappSession } from './session.js'

/** What a dapp asks for, before anything of it was believed. */
export type DappRequest = {
  topic: string
  id: number
  /** CAIP-2, "eip155:1". */
  chain: string
  method: string
  params: unknown
  /** Milliseconds; nothing is signed for it afterwards. */
  expiresAt: number
  verifyContext: unknown
}

/** Milliseconds that the protocol gives a request that names no end. */
const lifetime = 5 * 60_000

/** Characters; a contract's code is far below. */
const largestRequest = 1_000_000

const event = z.object({
  topic: z.string(),
  id: z.number(),
  params: z.object({
    chainId: z.string(),
    request: z.object({
      method: z.string(),
      params: z.optional(z.unknown()),
      expiryTimestamp: z.optional(z.nullable(z.number())),
    }),
  }),
  verifyContext: z.optional(z.unknown()),
})

/** Undefined: nothing that could be answered. */
export function readRequest(
  data: unknown,
  { now }: { now: number },
): DappRequest | undefined {
  const parsed = z.safeParse(event, data)
  if (!parsed.success) return undefined
  const { topic, id, params, verifyContext } = parsed.data
  const { method, params: given, expiryTimestamp } = params.request
  return {
    topic,
    id,
    chain: params.chainId,
    method,
    params: given,
    expiresAt:
      typeof expiryTimestamp === 'number'
        ? expiryTimestamp * 1000
        : now + lifetime,
    verifyContext,
  }
}

/** What is refused whatever is asked for. */
export function assertAnswerable(
  { chain, params, expiresAt }: DappRequest,
  {
    chainId,
    verification,
    now,
  }: {
    chainId: number
    verification: Verification
    now: number
  },
): void {
  if (expiresAt <= now)
    throw new RefusedError('expired', 'The request has expired.')
  if (verification.kind === 'scam')
    throw new RefusedError(
      'unauthorized',
      'WalletConnect reports this dapp as fraudulent.',
    )
  if (chain !== `eip155:${chainId}`)
    throw new RefusedError(
      'wrongChain',
      `The request is for ${chain.slice(0, 40)}, but the session is for eip155:${chainId}.`,
    )
  if ((JSON.stringify(params) ?? '').length > largestRequest)
    throw new RefusedError(
      'badParameters',
      `The request is too large. The limit is ${largestRequest} characters.`,
    )
}

/** Of this one message; a session says nothing of those that come later. */
export function readRequestVerification(
  { verifyContext }: DappRequest,
  { peer }: DappSession,
): Verification {
  return (
    readPeer({ url: peer.url }, verifyContext)?.verification ?? {
      kind: 'unverified',
    }
  )
}
