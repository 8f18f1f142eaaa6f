import type { ReactNode } from 'react'
import classes from './PageHead.module.css'

export function PageHead({
  title,
  children,
}: {
  title: string
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
    </div>
  )
}
