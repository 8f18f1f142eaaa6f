import { BaseError } from '@covault/protocol'
import type { Address } from 'viem'
import { createAllowances } from '../allowances.js'
import { makeOwnBuckets } from '../buckets.js'
import { FetchRefusedError } from '../chain/pinnedRequest.js'
import { createSafeFetch } from '../chain/safeFetch.js'
import type { Context } from '../context.js'
import { NotFoundFailure, RuleFailure } from '../failures.js'
import { BudgetSpentError, createBudget } from './budget.js'
import { NoSafeHereError, readMovedSafe } from './movedSafe.js'
import { moveIn } from './moveIn.js'
import type { ProgressFile } from './progress.js'
import { createReport, type Report } from './report.js'
import {
  mostBytes,
  openSource,
  SourceAnswerError,
  SourceAwayError,
  SourceRefusalError,
  SourceUrlError,
} from './source.js'
import { withoutLimits } from './withoutLimits.js'

/** What one request may ask of the other service; the next one goes on. */
const mostCalls = 60
const perSecond = 5
/** A request has 30 seconds, and what was read is still to be stored. */
const longestMs = 12_000
const answerMs = 8_000

type Moved = {
  report: Report
  /** One request was too short for all of it. */
  more: boolean
  /** Why it ended before all was read. */
  stopped: string | undefined
}

/**
 * The same as the operator's command, for an owner. The address is the owner's,
 * so only servers of the public internet are asked, and those that the operator
 * named. Proposers are taken at nobody's word.
 */
export async function moveInForOwner(
  context: Context,
  parameters: {
    chainId: number
    address: Address
    account: Address
    from: string
    token: string | undefined
    progress: ProgressFile
  },
): Promise<Moved> {
  const { chainId, address, account, from, token, progress } = parameters
  const { owners } = await readMovedSafe(context, { chainId, address }).catch(
    (error: unknown) => {
      throw error instanceof NoSafeHereError ? new NotFoundFailure() : error
    },
  )
  if (!owners.includes(account))
    throw new RuleFailure(
      'Only an owner can move a safe in. The account you signed in with is not an owner.',
      { status: 403, named: true },
    )
  const config = withoutLimits(context.config)
  const report = createReport()
  const error = await (async () => {
    const source = openSource({
      from,
      token,
      mostFailures: 2,
      take: takeInTime(),
      fetch: fetchInTime(context),
    })
    await moveIn({
      context: {
        ...context,
        config,
        // What bounds strangers does not bound an owner; room in a safe does.
        allowances: createAllowances(config.access.rateLimits, makeOwnBuckets),
      },
      ...{ source, report, progress, chainId, address },
      believesProposers: false,
      tell: () => undefined,
    })
  })().then(
    () => undefined,
    (cause: unknown) => cause,
  )
  const more = error instanceof BudgetSpentError
  const stopped = error === undefined ? undefined : describeStop(error)
  return { report, more, stopped }
}

function takeInTime(): () => Promise<void> {
  const { take } = createBudget({ mostCalls, perSecond })
  const end = Date.now() + longestMs
  return async () => {
    if (Date.now() > end) throw new BudgetSpentError(mostCalls)
    await take()
  }
}

function fetchInTime(context: Context): ReturnType<typeof createSafeFetch> {
  const send = createSafeFetch({
    maximumBytes: mostBytes,
    trustedOrigins: listNamed(context),
    resolve: undefined,
  })
  return (url, { headers, signal }) =>
    send(url, {
      headers,
      signal: AbortSignal.any([signal, AbortSignal.timeout(answerMs)]),
    })
}

/** Whom the operator trusts already, wherever they are. */
function listNamed({ config }: Context): string[] {
  return [
    ...config.moveIn.origins,
    ...config.bridges.map(({ url }) => new URL(url).origin),
  ]
}

/** For people in front of a page, and with nothing that the service said. */
function describeStop(error: unknown): string {
  if (error instanceof BudgetSpentError)
    return 'There is more to copy. Move in again to continue.'
  if (error instanceof SourceUrlError)
    return 'This is not the address of a transaction service. Enter one such as https://service.example/tx-service/eth, without a key in it.'
  if (error instanceof FetchRefusedError)
    return `${error.message} Enter the https address of a public service, or ask the operator of this gateway to list it under moveIn.origins.`
  if (error instanceof SourceAwayError)
    return `${error.reason} Try again in ${Math.ceil(error.waitMs / 1000)} seconds.`
  if (error instanceof SourceAnswerError)
    return 'The other service answered with something that is not a list. Check the address.'
  if (error instanceof SourceRefusalError)
    return error.status === 401 || error.status === 403
      ? 'The other service needs a key. Enter your key for it.'
      : error.status === 404
        ? 'The other service does not know this safe, or the address is not one of a transaction service.'
        : `The other service refused with status ${error.status}. Check the address.`
  if (error instanceof BaseError) return error.message
  throw error
}
