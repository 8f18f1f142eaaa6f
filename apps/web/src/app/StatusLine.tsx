import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import { ProvenanceGlyph } from '../components/ProvenanceMark.js'
import { useSafeScope } from '../hooks/scope.js'
import { useAppConfig } from '../hooks/useAppConfig.js'
import { formatAge } from '../lib/formatAge.js'
import { formatNumber } from '../lib/formatCount.js'
import { lastVisit } from '../preferences/lastState.js'
import { isAlone } from '../queries/gateway.js'
import { livenessQuery } from '../queries/health.js'
import { fallbackInterval, liveStateQuery } from '../queries/liveState.js'
import type { ChainConfig } from '../trust/chainClient.js'
import {
  chosenByGateway,
  type EndpointSource,
  reportedByGateway,
} from '../trust/endpoint.js'
import { headQuery } from '../trust/head.js'
import { safeQuery, withoutKept } from '../trust/safe.js'
import type { SafeScope } from '../understand/safe/safePlace.js'
import { aloneTitle, writeUnreachable } from '../words/outages.js'
import classes from './StatusLine.module.css'

/** Where the page's values come from, at this moment. */
export function StatusLine() {
  const config = useAppConfig()
  const scope = useSafeScope()
  const chains = scope ? [scope.chain] : config.chains
  return (
    <footer className={classes.line}>
      <LastVisit />
      {chains.map((chain) => (
        <ChainStatus key={chain.chainId} chain={chain} />
      ))}
      <GatewayStatus />
      {scope && <Verdict scope={scope} />}
    </footer>
  )
}

/**
 * What is shown was known before, until it is read again. A flow waits for its
 * safe, so that there it is lists alone.
 */
function LastVisit() {
  const at = useSyncExternalStore(lastVisit.subscribe, lastVisit.read)
  const flow = useSearch({ strict: false, select: (search) => search.flow })
  if (at === undefined) return null
  return (
    <span className={classes.item} data-last-visit="">
      <WarningGlyph />
      {flow ? 'Lists' : 'Data'} from your last visit,{' '}
      {formatAge(Date.now() - at)}
    </span>
  )
}

/** Stands only where it is true: the safe was read on this visit, and not by the gateway's word. */
function Verdict({ scope: { chain, address } }: { scope: SafeScope }) {
  const { data: head, isSuccess } = useQuery(headQuery(chain))
  const { data } = useQuery({ ...safeQuery(chain, address), enabled: false })
  const isRead = withoutKept(data)?.status === 'safe'
  if (!isRead || !isSuccess || !isOfChain(head)) return null
  return (
    <span className={classes.end}>
      <IconCheck size={12} stroke={2} aria-hidden="true" />
      Owners, threshold and nonce read from the chain by this browser
    </span>
  )
}

function isOfChain({ source }: { source: EndpointSource }): boolean {
  return source !== 'door'
}

function ChainStatus({ chain }: { chain: ChainConfig }) {
  const { data: head, isError } = useQuery(headQuery(chain))
  if (isError)
    return (
      <span className={classes.item} data-outage="">
        <WarningGlyph />
        {writeUnreachable(chain.name)}
      </span>
    )
  return (
    <span className={classes.item}>
      <ProvenanceGlyph kind={head && !isOfChain(head) ? 'gateway' : 'chain'} />
      {[
        chain.name,
        ...(head
          ? [
              `block ${formatNumber(head.number)}`,
              sourceNames[head.source],
              `${formatNumber(head.latency)} ms`,
            ]
          : ['connecting…']),
      ]
        .filter(Boolean)
        .join(' · ')}
    </span>
  )
}

const sourceNames: Record<EndpointSource, string> = {
  own: 'own RPC',
  wallet: 'through your wallet',
  release: '',
  folder: '',
  gateway: chosenByGateway,
  door: reportedByGateway,
}

function GatewayStatus() {
  const { data, isError } = useQuery(livenessQuery)
  const { data: live } = useQuery(liveStateQuery)
  if (isAlone)
    return (
      <span className={classes.item} data-outage="">
        {aloneTitle}
      </span>
    )
  if (isError)
    return (
      <span className={classes.item} data-outage="">
        <WarningGlyph />
        {writeUnreachable('the gateway')}
      </span>
    )
  if (!data)
    return <span className={classes.item}>Connecting to the gateway…</span>
  return (
    <span className={classes.item} data-live={live ?? 'off'}>
      {live === 'polling' && <WarningGlyph />}
      Gateway connected
      {live === 'polling' && `, checked every ${fallbackInterval / 1000} s`}
    </span>
  )
}

function WarningGlyph() {
  return (
    <IconAlertTriangle
      className={classes.warning}
      size={12}
      stroke={2}
      aria-hidden="true"
    />
  )
}
