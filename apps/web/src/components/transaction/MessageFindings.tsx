import type { MessageFinding } from '@covault/protocol'
import { AddressText } from '../../ui/AddressText.js'
import { Remark } from '../../ui/Remark.js'
import {
  type NameOf,
  writeWords,
} from '../../understand/tell/describeIntent.js'
import { LookAlikePair } from './LookAlikePair.js'
import classes from './MessageFindings.module.css'

/** What the local rules found in a message: who may take what, and how much. */
export function MessageFindings({
  findings,
  nameOf = () => undefined,
}: {
  findings: readonly MessageFinding[]
  /** Undefined where only addresses are shown. */
  nameOf?: NameOf | undefined
}) {
  return findings.map(({ id, severity, words, lookAlike }) => (
    <div
      key={id}
      className={classes.finding}
      data-finding={severity}
      data-rule={id}
      tabIndex={-1}
    >
      <Remark kind={severity === 'warning' ? 'warn' : 'danger'} role="alert">
        <AddressText text={writeWords(words, nameOf)} />
      </Remark>
      {lookAlike && <LookAlikePair pair={lookAlike} nameOf={nameOf} />}
    </div>
  ))
}
