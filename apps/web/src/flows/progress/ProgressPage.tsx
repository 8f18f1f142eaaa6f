import type { ReactNode } from 'react'
import { focusWhenLost } from '../../lib/focusWhenLost.js'
import column from '../../ui/Column.module.css'
import classes from './Progress.module.css'

/** How it stands, and what can be done now. */
export function ProgressPage({
  title,
  children,
}: {
  title: string
  children: ReactNode
}) {
  return (
    <section className={column.column} aria-labelledby="progress">
      {/* The button that led here is gone, the focus with it. */}
      <h1
        id="progress"
        ref={focusWhenLost}
        className={classes.title}
        tabIndex={-1}
        aria-live="polite"
      >
        {title}
      </h1>
      {children}
    </section>
  )
}
