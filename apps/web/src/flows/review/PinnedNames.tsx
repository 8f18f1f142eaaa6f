import { type QueryClient, useQueries } from '@tanstack/react-query'
import type { Address } from 'viem'
import { pollInterval } from '../../lib/timing.js'
import type { ChainConfig } from '../../trust/chainClient.js'
import { ensQuery, UnknownNameError } from '../../trust/ens.js'
import { Remark } from '../../ui/Remark.js'
import { Status } from '../../ui/Status.js'
import classes from './Review.module.css'

/** A name of the chain, and what it stood for when it was entered. */
export type PinnedName = { name: string; address: Address }

type NameState = PinnedName & {
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

/** What each name stood for, and whether it still does. */
export function PinnedNames({
  chain,
  names,
}: {
  chain: ChainConfig
  names: readonly NameState[]
}) {
  if (names.length === 0) return null
  const moved = names.filter(hasMoved)
  return (
    <section aria-labelledby="review-names" className={classes.section}>
      <h2 id="review-names" className={classes.heading}>
        Names
      </h2>
      {moved.map(({ name, address, now }) => (
        <Remark key={name} kind="danger" role="alert">
          The name {name} stood for {address} when it was entered, and stands
          for {now ?? 'nothing'} now. What is shown here goes to the first. Ask
          its owner which one is meant, then go back and enter that address.
        </Remark>
      ))}
      <ul className={classes.checks}>
        {names.map((one) => (
          <li key={one.name} className={classes.check}>
            <span>{one.name}</span>
            <span className={classes.value}>{one.address}</span>
            <NameStatus name={one} chain={chain} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function NameStatus({ name, chain }: { name: NameState; chain: ChainConfig }) {
  if (hasMoved(name)) return <Status kind="danger">changed</Status>
  if (name.now === undefined)
    return <Status kind="waiting">asking {chain.name}</Status>
  return <Status kind="ok">as entered</Status>
}
