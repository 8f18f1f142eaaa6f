import type { SafeReference } from '@covault/api'
import { isAt } from './isAt.js'

type Served = { chainId: number }

/** Servers answer for the first ten safes of a request. */
const overviewsPerCall = 10

/** A glance at many safes is enough. */
const mostOverviews = 50

/** Listed before any chain has named one: the reader's own and the demo's. */
export function listExpected(
  {
    chains,
    demo,
  }: {
    chains: readonly Served[]
    demo?: { safes: readonly SafeReference[] } | null
  },
  known: readonly SafeReference[],
): SafeReference[] {
  const others = demo?.safes.filter(
    (safe) => !known.some((one) => isAt(one, safe)),
  )
  return [...known, ...(others ?? [])].filter((safe) =>
    chains.some(({ chainId }) => chainId === safe.chainId),
  )
}

/** Asked for chain by chain. */
export function splitByChain(
  safes: readonly SafeReference[],
): SafeReference[][] {
  const first = safes.slice(0, mostOverviews)
  const chainIds = new Set(first.map(({ chainId }) => chainId))
  return [...chainIds].map((chainId) =>
    first.filter((safe) => safe.chainId === chainId),
  )
}

/** As many as one request may name. */
export function splitByCall<Safe>(safes: readonly Safe[]): Safe[][] {
  const count = Math.ceil(safes.length / overviewsPerCall)
  return Array.from({ length: count }, (_, index) =>
    safes.slice(index * overviewsPerCall, (index + 1) * overviewsPerCall),
  )
}
