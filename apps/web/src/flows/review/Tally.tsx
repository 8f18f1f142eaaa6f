import type { RiskSeverity } from '@covault/protocol'
import type { ComponentProps, ReactNode } from 'react'
import { formatCount } from '../../lib/formatCount.js'
import { Status } from '../../ui/Status.js'
import type { Assessment } from '../../understand/assess/applyRules.js'
import type { SafePlace } from '../../understand/safe/safePlace.js'
import classes from './Review.module.css'

const words: Record<RiskSeverity, string> = {
  block: 'stop',
  danger: 'danger',
  warning: 'warning',
  info: 'remark',
}

/** What was found in a line, below the sentence. */
export function TallyLine({
  place: { chain, safe },
  isRefused,
  children,
}: {
  place: Pick<SafePlace, 'chain' | 'safe'>
  /** What was checked does not agree: whatever the rules say, it is no good. */
  isRefused: boolean
  children: ReactNode
}) {
  return (
    <p className={classes.tally}>
      {isRefused && (
        <Status kind="danger">Refused: what was checked does not agree</Status>
      )}
      {children}
      <span>
        {chain.name}, needs {safe.threshold} of {safe.owners.length} seals
      </span>
    </p>
  )
}

/** How many findings there are, gravest first. */
export function Tally({
  assessment,
  ...line
}: Omit<ComponentProps<typeof TallyLine>, 'children'> & {
  /** Undefined while the rules are being applied. */
  assessment: Assessment | undefined
}) {
  const findings = assessment?.findings ?? []
  const count = (severity: RiskSeverity) =>
    findings.filter((finding) => finding.severity === severity).length
  const found = new Set(findings.map(({ id }) => id)).size
  return (
    <TallyLine {...line}>
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
      {assessment && !line.isRefused && (
        <Status kind="ok">
          {assessment.ruleCount - found} of {assessment.ruleCount} rules found
          nothing
        </Status>
      )}
      {!assessment && (
        <Status kind="waiting">The rules are being applied</Status>
      )}
    </TallyLine>
  )
}
