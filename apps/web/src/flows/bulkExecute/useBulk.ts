import type { TransactionDetails } from '@covault/api'
import { BaseError } from '@covault/protocol'
import { useInfiniteQuery, useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Address } from 'viem'
import { useKnownPeople } from '../../hooks/useKnownFacts.js'
import { useWaiting } from '../../hooks/useWaiting.js'
import { queueQuery, transactionQuery } from '../../queries/transactions.js'
import type { SignableCheck } from '../../trust/checkSignable.js'
import type { Assessment } from '../../understand/assess/applyRules.js'
import { assessmentQuery } from '../../understand/assess/assessment.js'
import { checkQuery } from '../../understand/assess/checkQuery.js'
import { claimTransaction } from '../../understand/assess/claim.js'
import {
  type DecodedTransaction,
  decodedQuery,
} from '../../understand/decode/decodeTransaction.js'
import { isAbout } from '../../understand/decode/isAbout.js'
import {
  readTransaction,
  type SignedTransaction,
} from '../../understand/decode/readTransaction.js'
import { pickBulk } from '../../understand/rows/pickBulk.js'
import type { SafePlace } from '../../understand/safe/safePlace.js'
import type { Proposal } from '../act/check.js'

/** One of the queue, read, decoded and checked here. */
export type BulkEntry = SignedTransaction & {
  proposal: Proposal
  check: SignableCheck
  decoded: DecodedTransaction
  /** Undefined until the rules have been applied. */
  assessment: Assessment | undefined
}

export type BulkReading =
  | { status: 'loading' }
  | { status: 'failed'; error: Error; retry: () => Promise<unknown> }
  | { status: 'read'; entries: readonly BulkEntry[]; stop: string | undefined }

/** What could run in one go, with everything that is to be known of it. */
export function useBulk(place: SafePlace): BulkReading {
  const { chain, address, safe } = place
  const { chainId } = chain
  const known = useKnownPeople(place)
  const waiting = useWaiting(place)
  const queue = useInfiniteQuery(queueQuery({ chainId, address }))
  const bulk = useMemo(
    () =>
      queue.data &&
      pickBulk(
        queue.data.pages.flatMap(({ results }) => results),
        safe,
      ),
    [queue.data, safe],
  )
  const { version } = safe
  const asked = useMemo(
    () =>
      bulk?.picked.map(({ id }) => ({
        ...transactionQuery({ chainId, address, id }),
        // Hashing a large batch takes its time: once for each answer.
        select: (details: TransactionDetails) =>
          readEntry(details, { id, chainId, address, version }),
      })) ?? [],
    [bulk, chainId, address, version],
  )
  const read = useQueries({ queries: asked })
  const signed = read.flatMap(({ data }) => data ?? [])
  const checks = useQueries({
    queries: signed.map((one) =>
      checkQuery({
        chain,
        signable: one,
        claim: claimTransaction(one.execution),
        hash: one.hashes.signed,
      }),
    ),
  })
  const decoded = useQueries({
    queries: signed.map((one) =>
      decodedQuery(place, {
        call: one.transaction,
        signed: one,
        digest: one.hashes.signed,
      }),
    ),
  })
  const assessments = useQueries({
    queries: signed.map((one, at) =>
      assessmentQuery(
        place,
        {
          signed: one,
          digest: one.hashes.signed,
          decoded: decoded[at]?.data,
          // Not shown here, and so found to be unseen.
          nested: [],
          waiting,
        },
        known,
      ),
    ),
  })
  const failed = [queue, ...read, ...checks, ...decoded, ...assessments].find(
    ({ data, error }) => error && !data,
  )
  if (failed?.error)
    return { status: 'failed', error: failed.error, retry: failed.refetch }
  const entries = signed.flatMap((one, at): BulkEntry[] => {
    const check = checks[at]?.data
    const words = decoded[at]?.data
    const assessment = assessments[at]?.data ?? undefined
    return check && words ? [{ ...one, check, decoded: words, assessment }] : []
  })
  if (!bulk || entries.length < bulk.picked.length) return { status: 'loading' }
  return { status: 'read', entries, stop: bulk.stop }
}

type ReadEntry = SignedTransaction & { proposal: Proposal }

function readEntry(
  details: TransactionDetails,
  {
    id,
    ...safe
  }: { id: string; chainId: number; address: Address; version: string },
): ReadEntry {
  const isMeant = details.safeAddress === safe.address && isAbout(id, details)
  const { signed } = readTransaction(details, safe)
  if (!isMeant || !signed) throw new OtherAnswerError({ id })
  return { ...signed, proposal: { details, execution: signed.execution } }
}

class OtherAnswerError extends BaseError {
  constructor({ id }: { id: string }) {
    super(`The gateway returned a different transaction than ${id}.`)
  }
}
