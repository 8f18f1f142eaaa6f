import type { Address } from 'viem'
import type { Amount, Intent } from '../intent.js'

/** What a batch does, in the order in which people want to know it. */
export type BatchStep =
  | { readonly kind: 'one'; readonly intent: Intent }
  | {
      readonly kind: 'payments'
      /** One of each token. */
      readonly sums: readonly Amount[]
      readonly recipients: readonly Address[]
    }
  | {
      readonly kind: 'calls'
      readonly count: number
      /** Native currency that goes along with them. */
      readonly sent: Amount | undefined
    }
  | {
      readonly kind: 'more'
      readonly of: 'changes' | 'others'
      readonly count: number
    }

/** So many of a kind are told one by one; the others are counted. */
const mostTold = 3

/**
 * Anyone who reads one line must not miss what matters most, wherever it
 * stands: changes of the safe come first, payments follow as a sum, and what
 * nobody can say in a few words is counted.
 */
export function summarizeBatch(intents: readonly Intent[]): BatchStep[] {
  const calls = intents.flatMap(listActs)
  const grave = calls.filter(isGrave)
  const mild = calls.filter((one) => !isGrave(one))
  const payments = mild.filter(isPayment)
  const contractCalls = mild.filter(isContractCall)
  const others = mild.filter((one) => !isPayment(one) && !isContractCall(one))
  return [
    ...tellChanges(grave),
    ...sumPayments(payments),
    ...tellSome(others, { of: 'others', most: mostTold }),
    ...countCalls(contractCalls),
  ]
}

/** A batch in a batch does what its calls do, unless somebody else makes them. */
function listActs(intent: Intent): readonly Intent[] {
  const isPlain =
    intent.kind === 'batch' &&
    intent.actor === undefined &&
    intent.sent === undefined &&
    intent.undecodedSize === 0
  return isPlain ? intent.intents.flatMap(listActs) : [intent]
}

/**
 * Changes of who decides over a safe, or which code does. Of each class one is
 * told at least, so that none hides behind many of another; a published
 * migration is the mildest.
 */
const graveKinds: readonly (readonly Intent['kind'][])[] = [
  ['delegateCall', 'changeSingleton'],
  ['enableModule'],
  ['setGuard', 'setModuleGuard', 'setFallbackHandler'],
  ['addOwner', 'removeOwner', 'swapOwner'],
  ['changeThreshold'],
  ['disableModule', 'migrate'],
]

function isGrave(intent: Intent): boolean {
  return rankChange(intent) < graveKinds.length
}

/** The class of the gravest change within, the gravest class first. */
function rankChange(intent: Intent): number {
  if (intent.kind === 'batch')
    return Math.min(graveKinds.length, ...intent.intents.map(rankChange))
  if (intent.kind === 'executeTransaction')
    return intent.intent ? rankChange(intent.intent) : graveKinds.length
  const rank = graveKinds.findIndex((kinds) => kinds.includes(intent.kind))
  return rank === -1 ? graveKinds.length : rank
}

function tellChanges(changes: readonly Intent[]): BatchStep[] {
  const sorted = changes
    .map((intent) => ({ intent, rank: rankChange(intent) }))
    .toSorted((a, b) => a.rank - b.rank)
  const isFirst = ({ rank }: { rank: number }, at: number) =>
    rank !== sorted[at - 1]?.rank
  const firsts = sorted.filter(isFirst)
  const more = sorted
    .filter((one, at) => !isFirst(one, at))
    .slice(0, Math.max(0, mostTold - firsts.length))
  const told = new Set([...firsts, ...more])
  return tellSome(
    [
      ...sorted.filter((one) => told.has(one)),
      ...sorted.filter((one) => !told.has(one)),
    ].map(({ intent }) => intent),
    { of: 'changes', most: told.size },
  )
}

type Payment = Extract<Intent, { kind: 'sendNative' | 'sendToken' }>

/** Of the account's own, and nothing else. */
function isPayment(intent: Intent): intent is Payment {
  if (intent.sent || intent.undecodedSize > 0) return false
  if (intent.kind === 'sendToken') return intent.owner === undefined
  return intent.kind === 'sendNative'
}

function isContractCall({ kind, undecodedSize }: Intent): boolean {
  return (
    undecodedSize === 0 &&
    (kind === 'contractCall' || kind === 'unknownCall' || kind === 'emptyCall')
  )
}

function tellSome(
  intents: readonly Intent[],
  { of, most }: { of: 'changes' | 'others'; most: number },
): BatchStep[] {
  const rest = intents.length - most
  const told = intents
    .slice(0, most)
    .map((intent): BatchStep => ({ kind: 'one', intent }))
  return rest > 0 ? [...told, { kind: 'more', of, count: rest }] : told
}

function sumPayments(payments: readonly Payment[]): BatchStep[] {
  const [first] = payments
  if (first === undefined) return []
  if (payments.length === 1) return [{ kind: 'one', intent: first }]
  const recipients = [...new Set(payments.map(({ to }) => to))]
  const sums = sumAmounts(payments.map(({ amount }) => amount))
  return [{ kind: 'payments', sums, recipients }]
}

function countCalls(calls: readonly Intent[]): BatchStep[] {
  const [first] = calls
  if (first === undefined) return []
  if (calls.length === 1) return [{ kind: 'one', intent: first }]
  const [sent] = sumAmounts(calls.flatMap((one) => one.sent ?? []))
  return [{ kind: 'calls', count: calls.length, sent }]
}

function sumAmounts(amounts: readonly Amount[]): Amount[] {
  const sums = new Map<Address | null, Amount>()
  for (const amount of amounts) {
    const value = (sums.get(amount.token)?.value ?? 0n) + amount.value
    sums.set(amount.token, { ...amount, value })
  }
  return [...sums.values()]
}
