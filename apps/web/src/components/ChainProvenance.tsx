import { formatNumber } from '../lib/formatCount.js'
import type { ChainConfig } from '../trust/chainClient.js'
import { chosenByGateway, findEndpoint } from '../trust/endpoint.js'
import classes from './ChainProvenance.module.css'
import { useSafeScope } from './scope.js'

/** Says that a value was read from the chain, and at which block. */
export function ChainProvenance({
  block,
  chain,
}: {
  block: bigint
  /** Where it is not the one of the page's safe. */
  chain?: ChainConfig
}) {
  const scope = useSafeScope()
  const words = nameSource(block, chain ?? scope?.chain)
  return (
    <span className={classes.provenance} title={words}>
      <BlockGlyph />
      {words}
    </span>
  )
}

/** "chain, block 12", and more where others chose whom to ask. */
export function nameSource(
  block: bigint,
  chain: ChainConfig | undefined,
): string {
  const words = `chain, block ${formatNumber(block)}`
  const isChosen = chain && findEndpoint(chain).source === 'gateway'
  return isChosen ? `${words}, ${chosenByGateway}` : words
}

/** A block in a block. */
export function BlockGlyph() {
  return (
    <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true">
      <path
        d="M1 1h10v10H1z"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.4"
      />
      <path d="M4 4h4v4H4z" fill="currentColor" />
    </svg>
  )
}
