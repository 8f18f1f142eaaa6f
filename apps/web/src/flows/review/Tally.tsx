import type { RiskSeverity } from '@covault/protocol'
import { formatCount } from '../../lib/formatCount.js'
import { Status } from '../../ui/Status.js'
import type { Assessment } from '../../understand/assess/applyRules.js'
import classes from './Review.module.css'

const words: Record<RiskSeverity, string> = {
  block: 'stop',
  danger: 'danger',
  warning: 'warning',
  info: 'remark',
}

/** How many findings there are, gravest first. */
export function Tally({
  assessment,
  isRefused,
  note,
}: {
  /** Undefined while the rules are being applied. */
  assessment: Assessment | undefined
  /** What was checked does not agree: whatever the rules say, it is no good. */
  isRefused: boolean
  note: string
}) {
  const findings = assessment?.findings ?? []
  const count = (severity: RiskSeverity) =>
    findings.filter((finding) => finding.severity === severity).length
  const found = new Set(findings.map(({ id }) => id)).size
  return (
    <p className={classes.tally}>
      {isRefused && (
        <Status kind="danger">Refused: what was checked does not agree</Status>
      )}
      {(['block', 'danger'] as const).map(
        (severity) =>
          count(severity) > 0 && (
            <Status key={severity} kind="danger">
              {formatCount(count(severity), words[severity])}
            </Status>
          ),
      )}
      {count('warning') > 0 && (
        <Status kind="warn">{formatCount(count('warning'), 'warning')}</Status>
      )}
      {assessment && !isRefused && (
        <Status kind="ok">
          {assessment.ruleCount - found} of {assessment.ruleCount} rules found
          nothing
        </Status>
      )}
      {!assessment && (
        <Status kind="waiting">The rules are being applied</Status>
      )}
      <span>{note}</span>
    </p>
  )
}
