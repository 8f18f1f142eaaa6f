import type { SafeOverview } from '@covault/api'
import { toCents } from '../../lib/money.js'
import { findOverview } from '../../queries/safes.js'
import type { AccountGroup } from './groupAccounts.js'

export const accountOrders = ['given', 'name', 'value', 'waiting'] as const
export type AccountOrder = (typeof accountOrders)[number]

export type AccountFilter = 'all' | 'owned' | 'watched'

/** What the gateway says about an account, over all of its chains. */
export type AccountTotals = {
  /** In hundredths of the chosen currency; undefined while nobody has said. */
  value: bigint | undefined
  queued: number | undefined
  awaiting: number | undefined
}

export function sumOverviews(
  { address, chains, isOwner }: AccountGroup,
  overviews: readonly SafeOverview[] | undefined,
): AccountTotals {
  const found = chains.flatMap(
    ({ chain: { chainId }, reading }) =>
      // Where the chain doesn't answer or knows no safe, nothing is claimed.
      (['pending', 'read'].includes(reading.status) &&
        findOverview(overviews, { chainId, address })) ||
      [],
  )
  const add = (numbers: readonly number[]) =>
    numbers.length > 0
      ? numbers.reduce((sum, number) => sum + number, 0)
      : undefined
  return {
    value:
      found.length > 0
        ? found.reduce((sum, { fiatTotal }) => sum + toCents(fiatTotal), 0n)
        : undefined,
    queued: add(found.map(({ queued }) => queued)),
    // Who owns it is the chain's word.
    awaiting: isOwner
      ? add(
          found.flatMap(
            ({ awaitingConfirmation }) => awaitingConfirmation ?? [],
          ),
        )
      : undefined,
  }
}

/** Every word of the query is somewhere in the name, address or network. */
export function searchAccounts(
  groups: readonly AccountGroup[],
  query: string,
): AccountGroup[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  return groups.filter(({ name, address, chains }) => {
    const text = [
      name ?? 'Unnamed safe',
      address,
      ...chains.flatMap(({ chain }) => [
        chain.name,
        `${chain.shortName}:${address}`,
      ]),
    ]
      .join(' ')
      .toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

export function filterAccounts(
  groups: readonly AccountGroup[],
  filter: AccountFilter,
): AccountGroup[] {
  if (filter === 'owned') return groups.filter(({ isOwner }) => isOwner)
  if (filter === 'watched')
    return groups.filter(({ isOwner, isKnown }) => isKnown && !isOwner)
  return [...groups]
}

export function sortAccounts(
  groups: readonly AccountGroup[],
  {
    order,
    overviews,
  }: {
    order: AccountOrder
    overviews: readonly SafeOverview[] | undefined
  },
): AccountGroup[] {
  if (order === 'given') return [...groups]
  if (order === 'name')
    return groups.toSorted((one, other) =>
      // Nameless ones come last, whatever the alphabet says.
      (one.name ?? '\uFFFF').localeCompare(other.name ?? '\uFFFF', 'en'),
    )
  const rank = (group: AccountGroup) => {
    const totals = sumOverviews(group, overviews)
    const number = order === 'value' ? totals.value : totals.queued
    return Number(number ?? -1)
  }
  return groups.toSorted((one, other) => rank(other) - rank(one))
}
