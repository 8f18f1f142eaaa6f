import type { ReactNode } from 'react'
import classes from './ChainProvenance.module.css'

/** Says that a value is the gateway's word, and nobody else's. */
export function GatewayProvenance({ children }: { children: ReactNode }) {
  return (
    <span className={classes.provenance} title="gateway says">
      <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true">
        <path
          d="M1 10V6c0-2.400 1.200-3.800 3.600-4v1.700C3.500 4 3 4.700 3 5.800h1.800V10zM6.700 10V6c0-2.400 1.200-3.800 3.600-4v1.700c-1.100.3-1.600 1-1.600 2.100h1.800V10z"
          fill="currentColor"
        />
      </svg>
      {children}
    </span>
  )
}
