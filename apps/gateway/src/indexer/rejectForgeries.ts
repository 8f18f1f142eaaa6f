import type { Address } from 'viem'
import { readNoncesUsed } from '../chain/readNonces.js'
import type { Place } from '../store/chainRows.js'
import type { Details } from '../store/database.js'
import {
  type Case,
  type InterpretContext,
  isCertain,
  type NoncesUsed,
  type OpenExecution,
  type OpenModule,
} from './cases.js'
import { readProofs } from './proofs.js'
import { mayBeForged } from './unknownCode.js'

/**
 * A safe's logs are its own words as long as it ran only code that is known;
 * after a delegatecall into other code each of them has to be proven by
 * calldata, a trace or the state. Marks what is not, and answers with the
 * places of those logs.
 */
export async function rejectForgeries(
  context: InterpretContext,
  cases: readonly Case[],
): Promise<Set<string>> {
  const forged = new Set<string>()
  const noncesUsed = await completeNoncesUsed(context, cases)
  rejectSurplus(noncesUsed, cases, forged)
  await rejectUnproven(context, cases, forged)
  return forged
}

/** Where logs may be forged, the nonces before and after the block are asked for. */
async function completeNoncesUsed(
  { rpc, noncesUsed }: InterpretContext,
  cases: readonly Case[],
): Promise<NoncesUsed> {
  const doubtful = cases
    .filter((opened) => opened.executions.length > 0 && mayBeForged(opened))
    .map(({ activity }) => activity)
    .filter((activity) => !noncesUsed.has(toBlockKey(activity)))
  const answers = await readNoncesUsed(rpc, doubtful)
  const found = doubtful.flatMap((activity, index) => {
    const used = answers[index]
    return used === undefined ? [] : [[toBlockKey(activity), used] as const]
  })
  return new Map([...noncesUsed, ...found])
}

function toBlockKey(place: { safe: Address; blockNumber: bigint }): string {
  return `${place.safe}:${place.blockNumber}`
}

/**
 * A used nonce is one execution. Where more are claimed than nonces were
 * used, or one at a nonce that was not, the worst founded are forgeries.
 */
function rejectSurplus(
  noncesUsed: NoncesUsed,
  cases: readonly Case[],
  forged: Set<string>,
): void {
  const taken = new Set<string>()
  const left = new Map(noncesUsed)
  const claims = cases
    .flatMap((opened) =>
      opened.executions.map((execution) => ({ opened, execution })),
    )
    .sort((a, b) => compareEvidence(a.execution, b.execution))
  for (const { opened, execution } of claims) {
    const { activity, state } = opened
    const block = toBlockKey(activity)
    const unused = left.get(block) ?? guessUnused(opened, execution)
    const nonce = execution.fields?.nonce
    const keys = [
      execution.safeTxHash,
      ...(nonce === undefined ? [] : [`${activity.safe} ${nonce}`]),
    ]
    const impossible =
      unused <= 0n ||
      (nonce !== undefined && nonce >= state.nonce) ||
      keys.some((key) => taken.has(key))
    if (impossible) {
      execution.rejected = true
      forged.add(toKey(execution.place))
      continue
    }
    if (left.has(block)) left.set(block, unused - 1n)
    for (const key of keys) taken.add(key)
  }
}

/**
 * Without the nonces: a transaction that may forge is believed only what
 * calldata or a trace proves, or else its first announcement.
 */
function guessUnused(opened: Case, execution: OpenExecution): bigint {
  if (!mayBeForged(opened) || isCertain(execution.details)) return 1n
  const isProven = opened.executions.some(({ details }) => isCertain(details))
  const [first] = opened.executions
    .filter(({ announced }) => announced !== null)
    .sort(compareEvidence)
  return !isProven && (first === undefined || first === execution) ? 1n : 0n
}

/** Best founded first; among announcements the first, which encloses the others. */
function compareEvidence(a: OpenExecution, b: OpenExecution): number {
  const rank = ({ details }: OpenExecution) =>
    isCertain(details) ? 0 : evidence.indexOf(details) + 1
  return (
    rank(a) - rank(b) ||
    Number(a.place.blockNumber - b.place.blockNumber) ||
    (a.announced?.logIndex ?? a.place.logIndex) -
      (b.announced?.logIndex ?? b.place.logIndex)
  )
}

const evidence: readonly Details[] = ['log', 'proposal', 'unavailable']

async function rejectUnproven(
  context: InterpretContext,
  cases: readonly Case[],
  forged: Set<string>,
): Promise<void> {
  for (const opened of cases) {
    if (!mayBeForged(opened)) continue
    const isProven = await readProofs(context.rpc, opened)
    const outermost = findOutermost(opened)
    for (const module of opened.modules)
      if (
        !isCertain(module.details) &&
        (module !== outermost || !isProven(module.place))
      ) {
        module.rejected = true
        forged.add(toKey(module.place))
      }
    for (const { place, event } of opened.activity.events)
      if (!event.type.startsWith('executionFrom') && !isProven(place)) {
        opened.rejected.add(place)
        forged.add(toKey(place))
      }
  }
}

/**
 * Without a trace only the call that holds all others can be believed: it
 * ends last, and what it runs speaks before that. Inside of an execution,
 * that is none of a module's.
 */
function findOutermost({ executions, modules }: Case): OpenModule | undefined {
  return executions.some(({ rejected }) => !rejected)
    ? undefined
    : modules.at(-1)
}

function toKey({ blockNumber, logIndex }: Place): string {
  return `${blockNumber}:${logIndex}`
}
