import type { ReactNode } from 'react'
import classes from './Record.module.css'

export type Fact = {
  name: string
  value: ReactNode
  /** Takes a line of its own. */
  isWide?: true
}

/** Names and values, one line each. */
export function Record({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={classes.record}>
      {facts.map(({ name, value, isWide }) => (
        <div key={name} className={isWide ? classes.wide : classes.fact}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
