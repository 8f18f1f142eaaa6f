import type { ReactNode } from 'react'
import classes from './PageHead.module.css'

export function PageHead({
  title,
  actions,
  children,
}: {
  title: string
  /** What can be done on this page, the primary one last. */
  actions?: ReactNode
  children?: ReactNode
}) {
  return (
    <div className={classes.head}>
      <h1 className={classes.title}>{title}</h1>
      {children && (
        <p className={classes.note} role="status">
          {children}
        </p>
      )}
      {actions && <div className={classes.actions}>{actions}</div>}
    </div>
  )
}
