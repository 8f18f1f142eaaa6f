import { GatewayReplyError, type TransactionDetails } from '@covault/api'
import type { Finding, Tense } from '@covault/protocol'
import type { QueryClient } from '@tanstack/react-query'
import { transactionQuery } from '../../queries/transactions.js'
import { safeQuery } from '../../trust/safe.js'
import { describeError } from '../../words/errors.js'
import { unseenWords, writeLookupFailure } from '../../words/nested.js'
import { type Approval, listApprovals } from '../decode/approvals.js'
import {
  type DecodedTransaction,
  decodedQuery,
} from '../decode/decodeTransaction.js'
import {
  readTransaction,
  type SignedTransaction,
} from '../decode/readTransaction.js'
import type { SafePlace } from '../safe/safePlace.js'
import { readTense } from '../tell/reported.js'
import { type Assessment, applyRules } from './applyRules.js'
import type { KnownFacts } from './knownFacts.js'

/** What is approved, read from its bytes: they hash to what is approved. */
export type SeenTransaction = Approval & {
  status: 'seen'
  place: SafePlace
  signed: SignedTransaction
  decoded: DecodedTransaction
  assessment: Assessment
  /** What it approves in its turn. */
  nested: readonly NestedTransaction[]
  /** The approving safe has a say there. */
  isByOwner: boolean
  /** Its nonce is used: it cannot run any more. */
  isOver: boolean
  /** Whether it was executed; what was replaced never was. */
  tense: Tense
}

export type NestedTransaction =
  | SeenTransaction
  | (Approval & { status: 'unseen'; reason: string })

/** A longer way up is nobody's wish; a batch may try to hide one approval. */
const deepest = 4
const mostApprovals = 20

/** Follows every approval to the transaction that it is for. */
export async function readNested(
  cache: QueryClient,
  parameters: {
    place: SafePlace
    decoded: DecodedTransaction
    /** Without what the approving safe has: it says nothing of this one. */
    known: KnownFacts & { balances: undefined }
    depth?: number
  },
): Promise<NestedTransaction[]> {
  return Promise.all(
    listApprovals(parameters.decoded).map((approval, at) =>
      at < mostApprovals
        ? readApproved(cache, approval, parameters)
        : miss(approval, unseenWords.tooMany),
    ),
  )
}

async function readApproved(
  cache: QueryClient,
  approval: Approval,
  {
    place: { chain, address: approver },
    known,
    depth = 1,
  }: Parameters<typeof readNested>[1],
): Promise<NestedTransaction> {
  if (depth > deepest) return miss(approval, unseenWords.tooDeep)
  const { safe: address, hash } = approval
  const { chainId } = chain
  try {
    const reading = await cache.fetchQuery({
      ...safeQuery(chain, address),
      staleTime: 0,
    })
    if (reading.status !== 'safe') return miss(approval, unseenWords.noSafe)
    const { safe } = reading
    const place = { chain, address, safe }
    const details = await findDetails(cache, { chainId, address, id: hash })
    if (!details) return miss(approval, unseenWords.absent)
    const read = readTransaction(details, {
      chainId,
      address,
      version: safe.version,
    })
    if (read.signed?.hashes.signed !== hash)
      return miss(approval, unseenWords.otherHash)
    const { signed } = read
    const decoded = await cache.fetchQuery(decodedQuery(place, read))
    if (!decoded) return miss(approval, unseenWords.unreadable)
    const nested = await readNested(cache, {
      place,
      decoded,
      known,
      depth: depth + 1,
    })
    // Only of a used nonce the gateway says whether it was this one.
    const isOver = signed.transaction.nonce < safe.nonce
    const tense = isOver ? readTense(details) : 'planned'
    const assessment = withNested(
      applyRules({
        place,
        signed,
        decoded,
        known,
        knownHashes: listSeen(nested),
        tense,
      }),
      nested,
    )
    return {
      ...approval,
      status: 'seen',
      place,
      signed,
      decoded,
      assessment,
      nested,
      isByOwner: safe.owners.includes(approver),
      isOver,
      tense,
    }
  } catch (error) {
    return miss(approval, writeLookupFailure(describeError(error)))
  }
}

async function findDetails(
  cache: QueryClient,
  asked: Parameters<typeof transactionQuery>[0],
): Promise<TransactionDetails | undefined> {
  try {
    return await cache.fetchQuery({
      ...transactionQuery(asked),
      staleTime: 0,
    })
  } catch (error) {
    if (error instanceof GatewayReplyError && error.status === 404)
      return undefined
    throw error
  }
}

function miss(approval: Approval, reason: string): NestedTransaction {
  return { ...approval, status: 'unseen', reason }
}

/** The hashes whose transactions stand on the screen. */
export function listSeen(
  nested: readonly NestedTransaction[],
): Approval['hash'][] {
  return nested.flatMap((one) => (one.status === 'seen' ? one.hash : []))
}

/** What is found further down concerns anyone who signs at the top. */
export function withNested(
  { findings, ruleCount }: Assessment,
  nested: readonly NestedTransaction[],
): Assessment {
  const inner = nested.flatMap((one) =>
    one.status === 'seen'
      ? one.assessment.findings.map(
          (finding): Finding => ({
            ...finding,
            sentence: `In the safe ${one.safe}: ${finding.sentence}`,
            ...(finding.consequence && {
              consequence: [
                'In the safe ',
                { party: one.safe },
                ': ',
                ...finding.consequence,
              ],
            }),
            path: [...one.path, 0, ...finding.path],
          }),
        )
      : [],
  )
  return { findings: [...findings, ...inner], ruleCount }
}
