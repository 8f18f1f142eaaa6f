import type { EndpointWire, getTransactionQueue } from '@covault/api'
import type { SummaryWire } from './transactionSummary.js'
import { toItem } from './transactionSummary.js'

type QueueItemWire = EndpointWire<typeof getTransactionQueue>['results'][number]

export type Queued = { nonce: bigint; summary: SummaryWire }

/**
 * What waits, with its labels and conflicts. `before` and `after` are the
 * nonces of the neighbours outside of the page, so that a conflict that spans
 * pages is one on both of them.
 */
export function toQueueItems(
  queued: readonly Queued[],
  parameters: {
    safeNonce: bigint
    before: bigint | undefined
    after: bigint | undefined
  },
): QueueItemWire[] {
  const { safeNonce, before, after } = parameters
  let last = before ?? -1n
  return groupByNonce(queued).flatMap(({ nonce, summaries }) => {
    const label = getLabel({ last, nonce, safeNonce })
    last = nonce
    const goesOn = nonce === after
    const continued = nonce === before
    const conflict = summaries.length > 1 || goesOn
    return [
      ...(label ? [{ type: 'LABEL' as const, label }] : []),
      ...(conflict && !continued
        ? [{ type: 'CONFLICT_HEADER' as const, nonce: Number(nonce) }]
        : []),
      ...summaries.map((summary, index) => {
        const isLast = index === summaries.length - 1 && !goesOn
        if (!conflict) return toItem(summary, continued ? 'End' : 'None')
        return toItem(summary, isLast ? 'End' : 'HasNext')
      }),
    ]
  })
}

function getLabel(parameters: {
  last: bigint
  nonce: bigint
  safeNonce: bigint
}): 'Next' | 'Queued' | undefined {
  const { last, nonce, safeNonce } = parameters
  if (last < safeNonce && nonce === safeNonce) return 'Next'
  if (last <= safeNonce && nonce > safeNonce) return 'Queued'
  return undefined
}

function groupByNonce(
  queued: readonly Queued[],
): { nonce: bigint; summaries: SummaryWire[] }[] {
  const groups: { nonce: bigint; summaries: SummaryWire[] }[] = []
  for (const { nonce, summary } of queued) {
    const group = groups.at(-1)
    if (group?.nonce === nonce) group.summaries.push(summary)
    else groups.push({ nonce, summaries: [summary] })
  }
  return groups
}
