import type { ReactNode } from 'react'
import { AddressText } from '../../ui/AddressText.js'
import classes from './Record.module.css'

export type Fact = {
  name: string
  /** What the name means, for whoever points at it. */
  title?: string
  value: ReactNode
  /** It takes the whole line: its name stands above, with what is said of it. */
  above?: ReactNode
}

/** Names, each with its value beside it, however long that is. */
export function Record({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={classes.record}>
      {facts.map(({ name, title, value, above }) => (
        <div
          key={name}
          className={above === undefined ? classes.fact : classes.long}
        >
          <dt title={title}>
            {name}
            {above}
          </dt>
          <dd>
            {typeof value === 'string' ? <AddressText text={value} /> : value}
          </dd>
        </div>
      ))}
    </dl>
  )
}
