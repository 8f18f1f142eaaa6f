import type { ReactNode } from 'react'
import classes from './TransactionDetails.module.css'

/** What is looked into: what it is, and beside it who signed and its record. */
export function DetailsFrame({
  banner,
  margin,
  children,
}: {
  /** What makes all of it doubtful. */
  banner?: ReactNode
  margin: ReactNode
  children: ReactNode
}) {
  return (
    <div className={classes.details} data-unsafe={banner ? true : undefined}>
      {banner && <div className={classes.banner}>{banner}</div>}
      <div className={classes.document}>{children}</div>
      <div className={classes.margin}>{margin}</div>
    </div>
  )
}

export function Part({
  title,
  note,
  children,
}: {
  title: ReactNode
  note?: ReactNode
  children: ReactNode
}) {
  return (
    <section>
      <h3 className={classes.title}>
        {title}
        {note && <span className={classes.note}>{note}</span>}
      </h3>
      {children}
    </section>
  )
}
