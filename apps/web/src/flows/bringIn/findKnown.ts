import { GatewayReplyError, mayRecover, NoGatewayError } from '@covault/api'
import type { QueryClient } from '@tanstack/react-query'
import type {
  LocalMessage,
  LocalTransaction,
} from '../../preferences/localQueue.js'
import { isAlone } from '../../queries/gateway.js'
import {
  readLocalMessage,
  readLocalTransaction,
} from '../../queries/localSignables.js'
import { messageQuery } from '../../queries/messages.js'
import { transactionQuery } from '../../queries/transactions.js'
import type { Claim } from '../../trust/checkSignable.js'
import {
  type ClaimedSignature,
  isSameSignature,
} from '../../trust/signables/claimedSignature.js'
import {
  claimMessage,
  claimTransaction,
  isAtGateway,
} from '../../understand/assess/claim.js'
import { readMessage } from '../../understand/decode/readMessage.js'
import { readTransaction } from '../../understand/decode/readTransaction.js'
import type { SafePlace } from '../../understand/safe/safePlace.js'
import type { FindKnown } from './judgeCarried.js'
import type { Beside } from './listDifferences.js'

/** Asks the gateway and the local queue. */
export function createFindKnown(
  cache: QueryClient,
  { chain: { chainId }, address, safe: { version } }: SafePlace,
): FindKnown {
  const place = { chainId, address, version }
  return async (kind, hash) => {
    if (kind === 'message') {
      const message = await cache
        .fetchQuery(messageQuery({ chainId, address, messageHash: hash }))
        .catch(expectNone)
      const read = message && readMessage(message.message, place)
      if (!read || !('hashes' in read) || read.hashes.signed !== hash)
        return undefined
      const local = await readLocalMessage({ chainId, address }, hash)
      const claim = claimMessage(message)
      const { confirmations: signatures } = claim
      const origin = message.origin ?? message.name ?? undefined
      const own = local && findOwn(local, signatures)
      const by = sayWho(local, claim)
      return { by, signable: read, signatures, origin, own }
    }
    const details = await cache
      .fetchQuery(transactionQuery({ chainId, address, id: hash }))
      .catch(expectNone)
    const signed = details && readTransaction(details, place).signed
    if (signed?.hashes.signed !== hash) return undefined
    const local = await readLocalTransaction({ chainId, address }, hash)
    const claim = claimTransaction(signed.execution)
    const by = sayWho(local, claim)
    // Only its content is remembered here: nobody has it.
    if (!by) return { by, signable: signed, signatures: [] }
    const { confirmations: signatures } = claim
    return {
      ...{ by, signable: signed, signatures },
      note: details?.note ?? undefined,
      own: local && findOwn(local, signatures),
      origin: details?.safeAppInfo
        ? JSON.stringify(details.safeAppInfo)
        : undefined,
    }
  }
}

/** A gateway that answers has said what it has; one that is away or busy has said nothing. */
function expectNone(error: unknown): undefined {
  const isSaid = error instanceof GatewayReplyError && !mayRecover(error)
  if (!isSaid && !(error instanceof NoGatewayError)) throw error
}

/**
 * What this browser says that the gateway has, it had. Without a gateway a copy
 * is this browser's alone, and one that was discarded is nobody's.
 */
function sayWho(
  local: { isProposed: boolean } | undefined,
  claim: Claim,
): 'gateway' | 'browser' | undefined {
  const isCopied = !isAtGateway(claim)
  if (isCopied && !local) return undefined
  if (isCopied && isAlone) return 'browser'
  return local && !local.isProposed ? 'browser' : 'gateway'
}

/** The gateway's copy was joined with it; these signatures were checked once. */
function findOwn(
  local: LocalTransaction | LocalMessage,
  joined: readonly ClaimedSignature[],
): Beside {
  return {
    note: 'note' in local ? local.note : undefined,
    origin: local.app && JSON.stringify(local.app),
    signers: joined
      .filter((one) =>
        local.signatures.some((kept) => isSameSignature(kept, one)),
      )
      .map(({ signer }) => signer),
  }
}
