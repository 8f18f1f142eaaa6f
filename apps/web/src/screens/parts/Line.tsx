import type { ReactNode } from 'react'
import classes from './PartsScreen.module.css'

export function Line({ children }: { children: ReactNode }) {
  return <div className={classes.line}>{children}</div>
}
