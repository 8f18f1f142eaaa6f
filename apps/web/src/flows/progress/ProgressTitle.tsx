import type { ReactNode } from 'react'
import { focusWhenLost } from '../../lib/focusWhenLost.js'
import classes from './Progress.module.css'

/** How it stands. The button that led here is gone, the focus with it. */
export function ProgressTitle({ children }: { children: ReactNode }) {
  return (
    <h1
      id="progress"
      ref={focusWhenLost}
      className={classes.title}
      tabIndex={-1}
      aria-live="polite"
    >
      {children}
    </h1>
  )
}
