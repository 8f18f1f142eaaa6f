import type { SafeReference } from '@covault/api'
import type { FastifyRequest } from 'fastify'
import type { Address } from 'viem'
import type { SafePlace } from '../commands/membership.js'
import type { Context } from '../context.js'
import { RuleFailure } from '../failures.js'
import { listMemberSafes } from '../store/members.js'
import {
  findServiceToken,
  noteTokenUse,
  type ServiceToken,
} from '../store/serviceTokens.js'
import type { Session } from '../store/sessions.js'
import { ifWritable, isStoreFailure } from '../store/storeFailure.js'
import { findSession } from './session.js'

/** For whom a request is answered. */
export type Viewer =
  /** The gateway is open: nobody is asked who they are. */
  | { kind: 'everybody' }
  | { kind: 'account'; address: Address; chainIds: readonly number[] }
  /** A program of the operator, or of the member who made its token. */
  | { kind: 'token'; token: ServiceToken }

declare module 'fastify' {
  interface FastifyRequest {
    /** Null: the route answers everybody alike, or has not been let in yet. */
    viewer: Viewer | null
  }
}

/** Who asks, by a token or by the session of a browser; `undefined`: a stranger. */
export async function findViewer(
  context: Context,
  request: FastifyRequest,
): Promise<Viewer | undefined> {
  const { authorization } = request.headers
  if (authorization !== undefined) return readBearer(context, authorization)
  const session = await findSession(context, request)
  return session && toViewer(context, session)
}

export function toViewer(
  { config }: Context,
  { address, chainId, anyChain }: Session,
): Viewer {
  const served = config.chains.map((chain) => chain.chainId)
  const chainIds = anyChain ? served : [chainId]
  return { kind: 'account', address, chainIds }
}

/** Reading must not become writing. */
const noteEveryMs = 60_000

async function readBearer(
  { store }: Context,
  authorization: string,
): Promise<Viewer> {
  const given = /^(?:Bearer|Token) +(\S{1,512})$/i.exec(authorization)?.[1]
  const token = given ? await findServiceToken(store, given) : undefined
  if (!token)
    throw new RuleFailure('Unknown token. Create a new one, or sign in.', {
      status: 401,
      named: true,
    })
  const usedAt = token.lastUsedAt?.getTime() ?? 0
  if (Date.now() - usedAt > noteEveryMs)
    await ifWritable(noteTokenUse(store, token))
  return { kind: 'token', token }
}

/** Whether what belongs to a safe may be shown. */
export async function maySee(
  context: Context,
  viewer: Viewer,
  place: SafePlace,
): Promise<boolean> {
  const { membership } = context
  if (viewer.kind === 'everybody') return true
  if (viewer.kind === 'account')
    return (
      viewer.chainIds.includes(place.chainId) &&
      (isListed(context, viewer.address) ||
        membership.isMember(place, viewer.address))
    )
  const { account, safes } = viewer.token
  if (!account) return true
  const isNamed = safes.some(
    ({ chainId, address }) =>
      chainId === place.chainId && address === place.safe,
  )
  // A token ends where its maker's own access does.
  return (
    isNamed &&
    (isListed(context, account) || membership.isMember(place, account))
  )
}

/** Whether they have anything to do with this gateway. */
export async function isMemberHere(
  context: Context,
  viewer: Viewer,
): Promise<boolean> {
  if (viewer.kind === 'everybody') return true
  if (viewer.kind === 'account')
    return (
      isListed(context, viewer.address) ||
      context.membership.isMemberOfAny(viewer.chainIds, viewer.address)
    )
  const { account, safes } = viewer.token
  if (!account || isListed(context, account)) return true
  const chainIds = [...new Set(safes.map(({ chainId }) => chainId))]
  return context.membership.isMemberOfAny(chainIds, account)
}

function isListed({ config }: Context, address: Address): boolean {
  return config.access.members.includes(address)
}

/** Those of these safes that may be shown to anyone who asks. */
export async function keepVisible<Reference extends SafeReference>(
  context: Context,
  request: FastifyRequest,
  references: readonly Reference[],
): Promise<Reference[]> {
  const viewer = requireViewer(request)
  const visible = await Promise.all(
    references.map(({ chainId, address: safe }) =>
      maySee(context, viewer, { chainId, safe }).catch((error: unknown) => {
        if (isStoreFailure(error)) throw error
        return false
      }),
    ),
  )
  return references.filter((_, at) => visible[at])
}

/**
 * The same for long lists of safes that were found in the store: what the
 * store says of their owners counts, and no node is asked.
 */
export async function keepOwn(
  context: Context,
  request: FastifyRequest,
  parameters: { chainId: number; safes: readonly Address[] },
): Promise<Address[]> {
  const { chainId, safes } = parameters
  const viewer = requireViewer(request)
  if (viewer.kind === 'everybody') return [...safes]
  const account =
    viewer.kind === 'account' ? viewer.address : viewer.token.account
  const isOfChain = viewer.kind === 'token' || viewer.chainIds.includes(chainId)
  if (!isOfChain) return []
  const named =
    viewer.kind === 'token' && account
      ? safes.filter((safe) =>
          viewer.token.safes.some(
            (each) => each.chainId === chainId && each.address === safe,
          ),
        )
      : [...safes]
  if (!account || isListed(context, account)) return named
  const { store } = context
  const own = new Set(await listMemberSafes(store, { chainId, account }))
  return named.filter((safe) => own.has(safe))
}

/** A route that shows what may be seen must know for whom. */
export function requireViewer({ viewer }: FastifyRequest): Viewer {
  if (viewer) return viewer
  throw new TypeError('The access to this route was not checked.')
}
