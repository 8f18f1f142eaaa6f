import type { ReactNode } from 'react'
import classes from './Record.module.css'

/** Names and values, one line each. */
export function Record({
  facts,
}: {
  facts: readonly { name: string; value: ReactNode }[]
}) {
  return (
    <dl className={classes.record}>
      {facts.map(({ name, value }) => (
        <div key={name} className={classes.fact}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
