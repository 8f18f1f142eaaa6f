import { type Finding, type RiskSeverity, riskRules } from '@covault/protocol'
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
  findings,
  note,
}: {
  findings: readonly Finding[]
  note: string
}) {
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
      <Status kind="ok">
        {riskRules.length - found} of {riskRules.length} rules found nothing
      </Status>
      <span>{note}</span>
    </p>
  )
}
