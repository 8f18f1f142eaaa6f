import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './Banner.module.css'

/** A state of the whole page: what is wrong, what still works, one action. */
export function Banner({
  title,
  children,
  action,
}: {
  title: string
  children: ReactNode
  action?: ReactNode
}) {
  return (
    <div className={classes.banner}>
      <IconAlertTriangle
        className={classes.icon}
        size={20}
        stroke={1.75}
        aria-hidden="true"
      />
      <p className={classes.text} role="alert">
        <b>{title}</b> {children}
      </p>
      {action && <div className={classes.action}>{action}</div>}
    </div>
  )
}
