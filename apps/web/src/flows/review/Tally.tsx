import type { RiskSeverity } from '@covault/protocol'
import type { Assessment } from '../../components/transaction/applyRules.js'
import { formatCount } from '../../lib/formatCount.js'
import { Status } from '../../ui/Status.js'
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
  note,
}: {
  /** Undefined while the rules are being applied. */
  assessment: Assessment | undefined
  note: string
}) {
  const findings = assessment?.findings ?? []
  const count = (severity: RiskSeverity) =>
    findings.filter((finding) => finding.severity === severity).length
  const found = new Set(findings.map(({ id }) => id)).size
  return (
    <p className={classes.tally}>
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
      {assessment ? (
        <Status kind="ok">
          {assessment.ruleCount - found} of {assessment.ruleCount} rules found
          nothing
        </Status>
      ) : (
        <Status kind="waiting">The rules are being applied</Status>
      )}
      <span>{note}</span>
    </p>
  )
}
