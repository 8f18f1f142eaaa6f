import type { ReactNode } from 'react'
import classes from './Tag.module.css'

/** A role or a fact beside a name. */
export function Tag({ children }: { children: ReactNode }) {
  return <span className={classes.tag}>{children}</span>
}
