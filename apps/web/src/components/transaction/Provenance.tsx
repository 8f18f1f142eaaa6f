import classes from '../ChainProvenance.module.css'
import { GatewayProvenance } from '../GatewayProvenance.js'

/** Where a value comes from: this browser, or only somebody's word. */
export function Provenance({ source }: { source: 'computed' | 'gateway' }) {
  if (source === 'gateway')
    return <GatewayProvenance>gateway says</GatewayProvenance>
  return (
    <span className={classes.provenance}>
      <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true">
        <path d="M6 1l5 5-5 5-5-5z" fill="currentColor" />
      </svg>
      computed here
    </span>
  )
}
