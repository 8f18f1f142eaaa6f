import { formatNumber } from '../lib/formatCount.js'
import classes from './ChainProvenance.module.css'

/** Says that a value was read from the chain, and at which block. */
export function ChainProvenance({ block }: { block: bigint }) {
  const words = `chain, block ${formatNumber(block)}`
  return (
    <span className={classes.provenance} title={words}>
      <BlockGlyph />
      {words}
    </span>
  )
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
