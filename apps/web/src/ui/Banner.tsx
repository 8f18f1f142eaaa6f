import {
  IconAlertOctagon,
  IconAlertTriangle,
  IconInfoCircle,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './Banner.module.css'

const icons = {
  danger: IconAlertOctagon,
  warn: IconAlertTriangle,
  news: IconInfoCircle,
}

/** A state of the whole page: what is the matter, what works, one action. */
export function Banner({
  kind = 'warn',
  title,
  children,
  action,
}: {
  /** News is nothing to be warned of. */
  kind?: 'danger' | 'warn' | 'news'
  title: string
  children: ReactNode
  action?: ReactNode
}) {
  const Icon = icons[kind]
  return (
    <div className={`${classes.banner} ${classes[kind]}`}>
      <Icon
        className={classes.icon}
        size={20}
        stroke={1.75}
        aria-hidden="true"
      />
      <p className={classes.text} role={kind === 'news' ? 'status' : 'alert'}>
        <b>{title}</b> {children}
      </p>
      {action && <div className={classes.action}>{action}</div>}
    </div>
  )
}
