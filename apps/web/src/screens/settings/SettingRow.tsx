import type { ReactNode } from 'react'
import classes from './SettingsScreen.module.css'

/** What can be set, in words, and the control for it. */
export function SettingRow({
  title,
  note,
  children,
}: {
  title: string
  note: ReactNode
  children: ReactNode
}) {
  return (
    <div className={classes.row}>
      <div>
        <p className={classes.title}>{title}</p>
        <div className={classes.note}>{note}</div>
      </div>
      <div>{children}</div>
    </div>
  )
}
