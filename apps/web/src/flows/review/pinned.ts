import { type QueryClient, useQueries } from '@tanstack/react-query'
import type { Address } from 'viem'
import { pollInterval } from '../../lib/timing.js'
import type { ChainConfig } from '../../trust/chainClient.js'
import { ensQuery, UnknownNameError } from '../../trust/ens.js'

/** A name of the chain, and what it stood for when it was entered. */
export type PinnedName = { name: string; address: Address }

export type NameState = PinnedName & {
  /** What it stands for now; null: nothing. Undefined: not known. */
  now: Address | null | undefined
}

/** S27: names are asked for again for as long as somebody reads. */
export function usePinnedNames(
  chain: ChainConfig,
  pinned: readonly PinnedName[],
): NameState[] {
  const once = [...new Map(pinned.map((one) => [one.name, one])).values()]
  const answers = useQueries({
    queries: once.map(({ name }) => ({
      ...ensQuery(chain, name),
      staleTime: pollInterval,
      refetchInterval: 3 * pollInterval,
    })),
  })
  return once.map((one, at) => {
    const { data, error } = answers[at] ?? {}
    return { ...one, now: error instanceof UnknownNameError ? null : data }
  })
}

export function hasMoved({ address, now }: NameState): boolean {
  return now !== undefined && now !== address
}

/** Once more after the button was pressed. */
export async function areNamesAsPinned(
  queries: QueryClient,
  chain: ChainConfig,
  pinned: readonly PinnedName[],
): Promise<boolean> {
  const answers = await Promise.all(
    pinned.map(({ name }) =>
      queries.fetchQuery({ ...ensQuery(chain, name), staleTime: 0 }),
    ),
  )
  return pinned.every(({ address }, at) => answers[at] === address)
}
