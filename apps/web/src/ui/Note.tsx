import { IconAlertOctagon, IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './Note.module.css'

const looks = {
  warning: { Icon: IconAlertTriangle, word: 'Warning' },
  danger: { Icon: IconAlertOctagon, word: 'Danger' },
}

/** A grave thing that no rule found: its word, its title, and what to do. */
export function Note({
  severity,
  title,
  children,
  actions,
}: {
  severity: keyof typeof looks
  title: string
  children: ReactNode
  actions?: ReactNode
}) {
  const { Icon, word } = looks[severity]
  return (
    <div className={classes.note} data-severity={severity} role="note">
      <p className={classes.title}>
        <Icon size={16} stroke={1.75} aria-hidden="true" />
        <b>
          {word}: <span>{title}</span>
        </b>
      </p>
      <div className={classes.sentence}>{children}</div>
      {actions && <div className={classes.actions}>{actions}</div>}
    </div>
  )
}
