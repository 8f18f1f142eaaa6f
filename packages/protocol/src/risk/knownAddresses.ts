import type { Address } from 'viem'
import {
  compareLookAlike,
  type KnownKind,
  type KnownLookAlike,
} from '../lookAlike.js'
import { isAddress } from './address.js'

/** Somebody whom an address may imitate, and what they are to the reader. */
export type KnownAddress = {
  readonly address: Address
  readonly kind: KnownKind
}

type KnownIndex = {
  /**
   * A contact, an owner or a safe of the reader. Whom the safe is said to have
   * paid is no better known for it.
   */
  readonly isKnown: (address: Address) => boolean
  /** Undefined of those who are known: they imitate nobody. */
  readonly findLookAlike: (address: Address) => KnownLookAlike | undefined
}

/** Anyone who is known for several reasons is named by the first. */
export function indexKnown(known: readonly KnownAddress[]): KnownIndex {
  const people = known.filter(({ address }) => isAddress(address))
  const names = new Set(
    people
      .filter(({ kind }) => kind !== 'counterparty')
      .map(({ address }) => address.toLowerCase()),
  )
  const isKnown = (address: Address) => names.has(address.toLowerCase())
  // Most transactions pay nobody new.
  const getEnds = once(() => indexEnds(people))
  return {
    isKnown,
    findLookAlike: (address) =>
      isKnown(address) ? undefined : findLookAlike(getEnds(), address),
  }
}

function once<value>(make: () => value): () => value {
  let made: { value: value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/**
 * Known addresses by the ends that an imitation must share with them, because
 * comparing each leg of a batch with a whole address book takes too long.
 */
function indexEnds(
  known: readonly KnownAddress[],
): ReadonlyMap<string, readonly KnownAddress[]> {
  const ends = new Map<string, KnownAddress[]>()
  for (const one of known)
    for (const end of listEnds(one.address)) {
      const same = ends.get(end)
      if (same === undefined) ends.set(end, [one])
      else same.push(one)
    }
  return ends
}

/** Anyone who shares six digits at the front shares the first four of them. */
function listEnds(address: Address): readonly string[] {
  const text = address.toLowerCase()
  return [text.slice(0, 6), text.slice(-6)]
}

/** The gravest first, then the one with most digits in common. */
function findLookAlike(
  ends: ReadonlyMap<string, readonly KnownAddress[]>,
  address: Address,
): KnownLookAlike | undefined {
  const candidates = listEnds(address).flatMap((end) => ends.get(end) ?? [])
  return [...new Set(candidates)]
    .flatMap(({ address: known, kind }) => {
      const found = compareLookAlike(address, known)
      return found ? [{ ...found, kind }] : []
    })
    .toSorted((a, b) => rank(b) - rank(a))[0]
}

function rank({ severity, leading, trailing }: KnownLookAlike): number {
  return leading + trailing + (severity === 'danger' ? 100 : 0)
}
