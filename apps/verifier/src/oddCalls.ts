import type { Call } from './calls.js'
import { type Risk, warning } from './risk.js'

/** Fewer show no habit that one of them could break. */
const smallestBatch = 4

/** Attacks hide where few people look: in one call of sixty. */
export function findOddCalls(calls: readonly Call[]): Risk[] {
  const inside = new Map<string, Call[]>()
  for (const call of calls) {
    const outer = call.number.replace(/\.?\d+$/, '')
    inside.set(outer, [...(inside.get(outer) ?? []), call])
  }
  return [...inside.values()].flatMap((legs) =>
    findOdd(legs.map((leg) => unwrap(leg, inside))).map(({ number }) =>
      warning(
        `Call ${number}: is of another kind than most calls of its batch. Look at it on its own.`,
      ),
    ),
  )
}

/** Wrapping each of them into a batch of its own must not make them alike. */
function unwrap(call: Call, inside: ReadonlyMap<string, Call[]>): Call {
  const [only, ...others] = inside.get(call.number) ?? []
  return only && others.length === 0 && call.method?.name === 'multiSend'
    ? unwrap(only, inside)
    : call
}

/** A decoy or two must not make the one that matters inconspicuous. */
function findOdd(legs: readonly Call[]): readonly Call[] {
  if (legs.length < smallestBatch) return []
  const counts = new Map<string, number>()
  for (const kind of legs.map(getKind))
    counts.set(kind, (counts.get(kind) ?? 0) + 1)
  const most = Math.max(...counts.values())
  const odd = legs.filter((leg) => counts.get(getKind(leg)) !== most)
  const isFew =
    odd.length * 4 <= legs.length ||
    (odd.length <= 3 && odd.length * 2 < legs.length)
  return isFew ? odd : []
}

/** Transfers are alike whatever they move; others by target and method. */
function getKind({ operation, to, data, method }: Call): string {
  const isTransfer =
    data === '0x' || /^(safe)?transfer(From)?$/i.test(method?.name ?? '')
  return operation === 0 && isTransfer
    ? 'transfer'
    : `${operation} ${to} ${data.slice(0, 10)}`
}
