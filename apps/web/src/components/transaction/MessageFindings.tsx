import type { MessageFinding } from '@covault/protocol'
import { Remark } from '../../ui/Remark.js'

/** What the local rules found in a message: who may take what, and how much. */
export function MessageFindings({
  findings,
}: {
  findings: readonly MessageFinding[]
}) {
  return findings.map(({ id, severity, sentence }) => (
    <div key={id} data-finding={severity} data-rule={id} tabIndex={-1}>
      <Remark kind={severity === 'warning' ? 'warn' : 'danger'} role="alert">
        {sentence}
      </Remark>
    </div>
  ))
}
