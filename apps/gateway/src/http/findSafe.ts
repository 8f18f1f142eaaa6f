import type { FastifyRequest } from 'fastify'
import { type Address, getAddress, type Hex } from 'viem'
import type { SafePlace } from '../commands/membership.js'
import type { Context } from '../context.js'
import { RuleFailure } from '../failures.js'
import { readMessage } from '../store/messages.js'
import { readTransaction } from '../store/transactions.js'
import type { FindSafe, FoundSafe } from './accessRule.js'
import { requireViewer } from './viewer.js'

// Which safe a request is about. What is read here has one spelling or none,
// so that no handler can read another safe out of the same request.

type ReadChain = (context: Context, request: FastifyRequest) => number

/** The two flavours differ in how they name a chain. */
export function findSafesBy(readChain: ReadChain) {
  const place = (
    context: Context,
    request: FastifyRequest,
    safe: Address | undefined,
  ): SafePlace | undefined =>
    safe && { chainId: readChain(context, request), safe }

  return {
    /** The part of the path that names the safe. */
    inPath:
      (name: string): FindSafe =>
      (context, request) =>
        place(context, request, readAddress(readParam(request, name))),

    /** The safe of the transaction whose hash is in the path. */
    byTransaction: (context: Context, request: FastifyRequest) =>
      findOfTransaction(context, {
        chainId: readChain(context, request),
        safeTxHash: readHash(readParam(request, 'safeTxHash')),
      }),

    byMessage:
      (name: string): FindSafe =>
      async (context, request) => {
        const messageHash = readHash(readParam(request, name))
        const chainId = readChain(context, request)
        const found = messageHash
          ? await readMessage(context.store, { chainId, messageHash })
          : undefined
        return found && { chainId, safe: found.safe, hidden: true }
      },

    /** Where a body may name one. */
    inBody: ((context, request) => {
      const { safe } = Object(request.body) as { safe?: unknown }
      return safe === undefined || safe === null
        ? 'none named'
        : place(context, request, readAddress(safe))
    }) satisfies FindSafe,

    /** A list is of one safe, or about oneself. */
    inQuery: ((context, request) => {
      const { safe, ...query } = request.query as Record<string, unknown>
      if (safe !== undefined) return place(context, request, readAddress(safe))
      assertAboutSelf(context, request, query)
      return 'none named'
    }) satisfies FindSafe,
  }
}

/** By its hash, whatever safe an id names beside it. */
export async function findOfTransaction(
  { store }: Context,
  parameters: { chainId: number; safeTxHash: Hex | undefined },
): Promise<FoundSafe> {
  const { chainId, safeTxHash } = parameters
  const found = safeTxHash
    ? await readTransaction(store, { chainId, safeTxHash })
    : undefined
  return found && { chainId, safe: found.safe, hidden: true }
}

function assertAboutSelf(
  { config }: Context,
  request: FastifyRequest,
  { delegate, delegator }: Record<string, unknown>,
): void {
  const viewer = requireViewer(request)
  const account =
    viewer.kind === 'account'
      ? viewer.address
      : viewer.kind === 'token' && viewer.token.account
  if (!account) return
  if (viewer.kind === 'account') {
    if (config.access.members.includes(account)) return
    if ([delegate, delegator].some((each) => readAddress(each) === account))
      return
  }
  throw new RuleFailure('Say which safe.', { status: 403, named: true })
}

export function readParam(request: FastifyRequest, name: string): unknown {
  return (request.params as Record<string, unknown>)[name]
}

function readAddress(value: unknown): Address | undefined {
  return typeof value === 'string' && /^0x[0-9a-fA-F]{40}$/.test(value)
    ? getAddress(value.toLowerCase())
    : undefined
}

/** Some programs leave out what every hash begins with. */
function readHash(value: unknown): Hex | undefined {
  const digits =
    typeof value === 'string'
      ? /^(?:0x)?([0-9a-fA-F]{64})$/.exec(value)?.[1]
      : undefined
  return digits ? `0x${digits.toLowerCase()}` : undefined
}
