import {
  IconAlertOctagon,
  IconAlertTriangle,
  IconCheck,
  IconClock,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './Status.module.css'

const icons = {
  waiting: IconClock,
  ok: IconCheck,
  warn: IconAlertTriangle,
  danger: IconAlertOctagon,
}

/** A state in words with its glyph; the colour only repeats them. */
export function Status({
  kind,
  children,
}: {
  kind: keyof typeof icons
  children: ReactNode
}) {
  const Icon = icons[kind]
  return (
    <span className={`${classes.status} ${classes[kind]}`}>
      <Icon size={16} stroke={1.75} aria-hidden="true" />
      {children}
    </span>
  )
}
