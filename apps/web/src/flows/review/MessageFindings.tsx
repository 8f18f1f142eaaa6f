import type { MessageFinding } from '@covault/protocol'
import { Remark } from '../../ui/Remark.js'
import classes from './Review.module.css'

/** What the local rules found in a message; nothing where they found none. */
export function MessageFindings({
  findings,
}: {
  findings: readonly MessageFinding[]
}) {
  if (findings.length === 0) return null
  return (
    <section aria-labelledby="review-findings" className={classes.section}>
      <h2 id="review-findings" className={classes.heading}>
        Findings
      </h2>
      {findings.map(({ id, severity, sentence }) => (
        <Remark
          key={id}
          kind={severity === 'warning' ? 'warn' : 'danger'}
          role="alert"
        >
          {sentence}
        </Remark>
      ))}
    </section>
  )
}
