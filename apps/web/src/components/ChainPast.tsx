import { choosePlural, formatNumber } from '../lib/formatCount.js'
import type { PastRange } from '../trust/past/pastRange.js'
import { Remark } from '../ui/Remark.js'
import { missing } from '../words/outages.js'
import { GatewayReports, ProvenanceMark } from './ProvenanceMark.js'

type Props = {
  /** What the list itself was read from; undefined: the gateway told it. */
  past: PastRange | undefined
}

/** Where a list of the past comes from: the gateway's memory, or the last blocks. */
export function PastSource({ past }: Props) {
  if (!past) return <GatewayReports />
  const { fromBlock, toBlock, hasMore, hidden, provenance } = past
  return (
    <ProvenanceMark of={provenance}>
      {`read from the chain, blocks ${formatNumber(fromBlock)} to ${formatNumber(toBlock)}`}
      {hasMore && ', the newest 100'}
      {Boolean(hidden) && `, ${describeHidden(hidden ?? 0)}`}
    </ProvenanceMark>
  )
}

function describeHidden(count: number): string {
  const noun = choosePlural(count, { one: 'transfer', other: 'transfers' })
  return `${formatNumber(count)} ${noun} of unverified tokens hidden`
}

/** What such a list cannot have. */
export function PastLimits({ past }: Props) {
  return past ? <Remark kind="info">{missing.history}</Remark> : null
}
