import {
  IconAlertOctagon,
  IconAlertTriangle,
  IconCheck,
  IconInfoCircle,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './Remark.module.css'

const icons = {
  info: IconInfoCircle,
  ok: IconCheck,
  warn: IconAlertTriangle,
  danger: IconAlertOctagon,
}

/** A sentence or two about what stands above; it wraps where Status does not. */
export function Remark({
  kind,
  role,
  children,
}: {
  kind: keyof typeof icons
  role?: 'alert' | 'status'
  children: ReactNode
}) {
  const Icon = icons[kind]
  return (
    <p className={`${classes.remark} ${classes[kind]}`} role={role}>
      <Icon size={16} stroke={1.75} aria-hidden="true" />
      <span>{children}</span>
    </p>
  )
}
