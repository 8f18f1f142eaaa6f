import { IconAlertOctagon, IconAlertTriangle } from '@tabler/icons-react'
import { formatCount } from '../../lib/formatCount.js'
import type { FoundIn } from '../../trust/signable.js'
import classes from './GravestFinding.module.css'

const words = {
  info: 'Info',
  warning: 'Warning',
  danger: 'Danger',
  block: 'Blocked',
}

/** The gravest of what the rules find, in a line; all of them are inside. */
export function GravestFinding({ findings }: { findings: readonly FoundIn[] }) {
  const [first, ...others] = findings.filter(
    ({ severity }) => severity !== 'info',
  )
  if (!first) return null
  const isWarning = first.severity === 'warning'
  const Icon = isWarning ? IconAlertTriangle : IconAlertOctagon
  return (
    <span
      className={classes.finding}
      data-severity={first.severity}
      title={first.sentence}
    >
      <Icon size={16} stroke={1.75} aria-hidden="true" />
      {words[first.severity]}: {first.title}
      {others.length > 0 &&
        ` and ${formatCount(others.length, 'more finding')}`}
    </span>
  )
}
