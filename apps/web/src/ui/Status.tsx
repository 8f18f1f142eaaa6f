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
  isSentence = false,
  children,
}: {
  kind: keyof typeof icons
  /** More than a few words, which may stand on several lines. */
  isSentence?: boolean
  children: ReactNode
}) {
  const Icon = icons[kind]
  return (
    <span
      className={`${classes.status} ${classes[kind]}`}
      data-sentence={isSentence || undefined}
    >
      <Icon size={16} stroke={1.75} aria-hidden="true" />
      {isSentence ? <span>{children}</span> : children}
    </span>
  )
}
