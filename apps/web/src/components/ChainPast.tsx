import { useQuery } from '@tanstack/react-query'
import { formatNumber } from '../lib/formatCount.js'
import { isAlone } from '../queries/gateway.js'
import { livenessQuery } from '../queries/health.js'
import { readPastQuery } from '../trust/past/readPasts.js'
import { Remark } from '../ui/Remark.js'
import type { SafeScope } from '../understand/safe/safePlace.js'
import { missing } from '../words/outages.js'
import { GatewayReports, ProvenanceMark } from './ProvenanceMark.js'

/** Where a list of the past comes from: the gateway's memory, or the last blocks. */
export function PastSource({ scope }: { scope: SafeScope }) {
  const past = usePastInstead(scope)
  if (!past) return <GatewayReports />
  const { fromBlock, toBlock, hasMore, provenance } = past
  return (
    <ProvenanceMark of={provenance}>
      {`read from the chain, blocks ${formatNumber(fromBlock)} to ${formatNumber(toBlock)}`}
      {hasMore && ', the newest 100'}
    </ProvenanceMark>
  )
}

/** What such a list cannot have. */
export function PastLimits({ scope }: { scope: SafeScope }) {
  return usePastInstead(scope) ? (
    <Remark kind="info">{missing.history}</Remark>
  ) : null
}

function usePastInstead({ chain, address }: SafeScope) {
  const { isError } = useQuery(livenessQuery)
  const { data } = useQuery(readPastQuery(chain, address))
  return isAlone || isError ? data : undefined
}
