import type { ReactNode } from 'react'
import { formatAge } from '../lib/formatAge.js'
import { formatNumber } from '../lib/formatCount.js'
import { isAlone } from '../queries/gateway.js'
import { chosenByGateway, reportedByGateway } from '../trust/endpoint.js'
import {
  gatewaySays,
  nameEndpoint,
  type Provenance,
} from '../trust/provenance.js'
import classes from './ProvenanceMark.module.css'

/** Says where a value comes from; whom was asked stands in its title. */
export function ProvenanceMark({
  of: provenance,
  children = nameProvenance(provenance),
}: {
  of: Provenance
  /** Where it must be said of what: "prices: reported by the gateway". */
  children?: ReactNode
}) {
  // Without a gateway nothing is its word.
  if (isAlone && provenance.kind === 'gateway') return null
  const keptAt = 'block' in provenance ? provenance.keptAt : undefined
  return (
    <span
      className={classes.provenance}
      title={explainProvenance(provenance)}
      data-provenance={provenance.kind}
    >
      <ProvenanceGlyph kind={provenance.kind} />
      {children}
      {keptAt !== undefined && `, ${formatAge(Date.now() - keptAt)}`}
    </span>
  )
}

/** Once in the head of a list that is only the gateway's. */
export function GatewayReports({
  children = 'Reported by the gateway',
}: {
  /** Where only part of it is. */
  children?: ReactNode
}) {
  return <ProvenanceMark of={gatewaySays}>{children}</ProvenanceMark>
}

/** Rows are checked here; which rows there are, nobody else says. */
export function GatewayLists() {
  return <GatewayReports>Reported by the gateway</GatewayReports>
}

/** "chain, block 12", and more where others chose whom to ask. */
export function nameProvenance(provenance: Provenance): string {
  if (provenance.kind === 'computed') return 'computed in this browser'
  if (!('block' in provenance)) return reportedByGateway
  if (provenance.kind === 'gateway')
    return `${reportedByGateway}, block ${formatNumber(provenance.block)}`
  const words = `chain, block ${formatNumber(provenance.block)}`
  return provenance.endpoint.source === 'gateway'
    ? `${words}, ${chosenByGateway}`
    : words
}

const gatewayWords = `${reportedByGateway}, the server behind this page; not checked on the chain`

/** The same with all that is known of it. */
export function explainProvenance(provenance: Provenance): string {
  const words = nameProvenance(provenance)
  if (!('block' in provenance))
    return provenance.kind === 'gateway' ? gatewayWords : words
  const { endpoint, second } = provenance
  const agrees = second ? `; ${nameEndpoint(second)} agrees` : ''
  return `${words}: read from ${nameEndpoint(endpoint)}${agrees}`
}

export function ProvenanceGlyph({ kind }: Pick<Provenance, 'kind'>) {
  return (
    <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true">
      {glyphs[kind]}
    </svg>
  )
}

/** A lozenge, a block in a block, quotation marks. */
const glyphs: Record<Provenance['kind'], ReactNode> = {
  computed: <path d="M6 1l5 5-5 5-5-5z" fill="currentColor" />,
  chain: (
    <>
      <path
        d="M1 1h10v10H1z"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.4"
      />
      <path d="M4 4h4v4H4z" fill="currentColor" />
    </>
  ),
  gateway: (
    <path
      d="M1 10V6c0-2.400 1.200-3.800 3.600-4v1.700C3.500 4 3 4.700 3 5.800h1.800V10zM6.700 10V6c0-2.400 1.200-3.800 3.600-4v1.700c-1.100.3-1.600 1-1.600 2.100h1.800V10z"
      fill="currentColor"
    />
  ),
}
