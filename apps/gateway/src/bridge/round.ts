import { createHash } from 'node:crypto'
import type { Address, Hex } from 'viem'
import type { BridgeConfig } from '../bridgesConfig.js'
import type { Context } from '../context.js'
import type { MovedSafe } from '../moveIn/movedSafe.js'
import { isRefusal } from '../moveIn/refusal.js'
import { createReport, type Report } from '../moveIn/report.js'
import {
  type Reply,
  type Source,
  SourceRefusalError,
} from '../moveIn/source.js'
import { type BridgeItem, saveBridgeItem } from '../store/bridgeItems.js'
import type { BridgeMarks, BridgePlace } from '../store/bridges.js'

/** One comparison of both sides. */
export type Round = {
  context: Context
  bridge: BridgeConfig
  place: BridgePlace
  source: Source
  /** The safe as the chain has it now. */
  safe: MovedSafe
  marks: BridgeMarks
  outcome: Outcome
}

export type Outcome = {
  /** Whether something came or went. */
  hasMoved: boolean
  /** Whether an entry could not be judged, so that it is asked for again. */
  hasPostponed: boolean
  /** Entries of the other service that are none. */
  unreadable: number
  /** Whether the other service lists more than is read at once. */
  isCut: boolean
}

/** Pages of one list that are read in a round. */
export const mostPages = 30

const longestRetryMs = 86_400_000
const longestProblem = 600

/** Something the other service lists. */
type Entry = {
  kind: BridgeItem['kind']
  hash: Hex
  nonce: bigint | null
  /** All that was told of it. */
  told: object
  /** Owners whose signatures are here; undefined: it is not here. */
  here: readonly Address[] | undefined
  before: BridgeItem | undefined
  take(report: Report): Promise<readonly Address[]>
}

/**
 * Takes what an entry has and we lack. One that was looked at before is looked
 * at again when it or our side has changed, or when it is time to retry.
 */
export async function takeEntry(
  round: Round,
  entry: Entry,
): Promise<BridgeItem> {
  const { before, here } = entry
  const digest = digestOf(entry.told)
  if (before?.digest === digest) {
    const isSettled =
      before.problem === null &&
      here !== undefined &&
      before.owners.every((owner) => here.includes(owner))
    if (isSettled || isTooEarly(before)) return before
  }
  const report = createReport()
  const owners = await entry.take(report).catch((error: unknown) => {
    round.context.log.warn({ error }, 'An entry of a bridge was not judged')
    round.outcome.hasPostponed = true
    report.refuse('Transactions', describeFailure(error))
    return []
  })
  if (report.hasTaken()) round.outcome.hasMoved = true
  const problems = report.listRefused()
  return saveItem(round, {
    ...{ side: 'theirs', kind: entry.kind, hash: entry.hash },
    ...{ nonce: entry.nonce, digest, owners },
    problem: problems.length > 0 ? problems.join(' ') : null,
    before,
  })
}

function describeFailure(error: unknown): string {
  return isRefusal(error)
    ? error.message
    : 'The entry could not be checked at the moment.'
}

/** Keeps what became of an item; one with a problem is left alone for a while. */
export async function saveItem(
  round: Round,
  parameters: Omit<BridgeItem, 'attempts' | 'retryAt'> & {
    before: BridgeItem | undefined
    /** Whether it is looked at again although nothing is wrong. */
    again?: boolean
  },
): Promise<BridgeItem> {
  const { before, again, ...facts } = parameters
  const { bridge, context, place } = round
  const isSame = before?.digest === facts.digest
  const attempts = isSame ? before.attempts + 1 : 1
  const waitMs = Math.min(4 * bridge.pollMs * 2 ** attempts, longestRetryMs)
  const item: BridgeItem = {
    ...facts,
    problem: facts.problem?.slice(0, longestProblem) ?? null,
    attempts,
    retryAt:
      facts.problem !== null || again ? new Date(Date.now() + waitMs) : null,
  }
  await saveBridgeItem(context.store, place, item)
  return item
}

export function isTooEarly({ retryAt }: BridgeItem): boolean {
  return retryAt !== null && retryAt.getTime() > Date.now()
}

/** The same for the same content, whatever the order of its keys. */
export function digestOf(content: unknown): Hex {
  const text = JSON.stringify(content, (_, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  )
  return `0x${createHash('sha256').update(text).digest('hex')}`
}

/** Why the other service did not take something; undefined: it did. */
export function readRefusal(round: Round, reply: Reply): string | undefined {
  const { status, text } = reply
  if (status >= 200 && status < 300) return undefined
  // It takes nothing from us at all.
  if (status === 401 || status === 403) throw new SourceRefusalError(status)
  const { log } = round.context
  const said = text.slice(0, 300)
  log.warn({ status, said }, 'The other service of a bridge refused something')
  return `The other service refused it with status ${status}.`
}
