import { IconAlertOctagon, IconAlertTriangle } from '@tabler/icons-react'
import { formatCount } from '../../lib/formatCount.js'
import type { RowCheck } from '../rowCheck.js'
import { useAssessment } from './assessment.js'
import classes from './RowFindings.module.css'
import type { SafePlace } from './safePlace.js'
import { useNested } from './useNested.js'

const words = {
  info: 'For information',
  warning: 'Warning',
  danger: 'Danger',
  block: 'Stop',
}

/** The gravest of what the rules find, in a line; all of them are inside. */
export function RowFindings({
  place,
  judged,
}: {
  place: SafePlace
  judged: Extract<RowCheck, { status: 'checked' }>['judged']
}) {
  const nested = useNested(place, judged)
  const { data } = useAssessment(place, { ...judged, nested })
  const grave = data?.findings.filter(({ severity }) => severity !== 'info')
  const [first, ...others] = grave ?? []
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
      {words[first.severity]}: {first.id.replaceAll('-', ' ')}
      {others.length > 0 &&
        ` and ${formatCount(others.length, 'finding')} more`}
    </span>
  )
}
