import type { Hex } from 'viem'
import { splitEvery } from '../../splitEvery.js'

/** What `eth_getLogs` is asked with, whatever the span. */
type Filter = {
  address?: readonly Hex[]
  topics?: readonly (Hex | readonly Hex[] | null)[]
}

const learned = new Map<Hex, number>()

/** How many values a list in a filter may have, as far as the node complained. */
export function readMostValues(endpoint: Hex): number {
  return learned.get(endpoint) ?? Number.POSITIVE_INFINITY
}

export function learnMostValues(endpoint: Hex, most: number): void {
  learned.set(endpoint, Math.max(1, most))
}

export function countLongest(filters: readonly Filter[]): number {
  return Math.max(
    0,
    ...filters.flatMap((filter) =>
      listLists(filter).map(({ length }) => length),
    ),
  )
}

/** The same question in several, none of them with a longer list. */
export function splitLists<filter extends Filter>(
  filter: filter,
  most: number,
): filter[] {
  const { address, topics = [] } = filter
  if (address && address.length > most)
    return splitEvery(address, most).flatMap((part) =>
      splitLists({ ...filter, address: part }, most),
    )
  const at = topics.findIndex((topic) => isList(topic) && topic.length > most)
  const long = topics[at]
  if (!isList(long)) return [filter]
  return splitEvery(long, most).flatMap((part) =>
    splitLists({ ...filter, topics: topics.with(at, part) }, most),
  )
}

function listLists({ address, topics = [] }: Filter): (readonly Hex[])[] {
  return [address, ...topics].filter(isList)
}

function isList(value: unknown): value is readonly Hex[] {
  return Array.isArray(value)
}
