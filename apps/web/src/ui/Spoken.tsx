import type { ReactNode } from 'react'
import classes from './Spoken.module.css'

/** Read out, and not shown. */
export function Spoken({
  as: Tag = 'span',
  children,
}: {
  as?: 'span' | 'h1' | 'h2'
  children: ReactNode
}) {
  return <Tag className={classes.spoken}>{children}</Tag>
}
