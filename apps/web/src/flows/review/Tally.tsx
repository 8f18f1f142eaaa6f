import {
  type FindingGroup,
  groupFindings,
  type RiskSeverity,
} from '@covault/protocol'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ComponentProps, ReactNode } from 'react'
import { formatCount, formatNumber } from '../../lib/formatCount.js'
import type { SignableCheck } from '../../trust/checkSignable.js'
import { Status } from '../../ui/Status.js'
import type { Assessment } from '../../understand/assess/applyRules.js'
import type { SafePlace } from '../../understand/safe/safePlace.js'
import { goTo } from './goTo.js'
import classes from './Review.module.css'

/** Where the findings stand in every review. */
export const findingsId = 'review-findings'

/** Whatever the rules say: what does not agree with the chain is no good. */
type CheckState = 'running' | 'failed' | 'refused' | 'passed'

export function readCheckState({
  data,
  error,
}: Pick<UseQueryResult<SignableCheck>, 'data' | 'error'>): CheckState {
  if (data) return data.isRefused ? 'refused' : 'passed'
  return error ? 'failed' : 'running'
}

/** What was found in a line, below the sentence. */
export function TallyLine({
  place: { chain, safe },
  check,
  isOpen,
  children,
}: {
  place: Pick<SafePlace, 'chain' | 'safe'>
  check: CheckState
  /** Something was found: then nothing beside it looks like a success. */
  isOpen: boolean
  children: ReactNode
}) {
  return (
    <p
      className={classes.tally}
      data-open={isOpen || check !== 'passed' || undefined}
    >
      {check === 'refused' && (
        <Status kind="danger">Signing is blocked: a check failed</Status>
      )}
      {children}
      <span>
        {chain.name} · {safe.threshold} of{' '}
        {formatCount(safe.owners.length, 'owner')} must sign
      </span>
    </p>
  )
}

/** How many findings there are, gravest first. */
export function Tally({
  assessment,
  ...line
}: Pick<ComponentProps<typeof TallyLine>, 'place' | 'check'> & {
  /** Undefined while the rules are being applied. */
  assessment: Assessment | undefined
  conflicts?: number
}) {
  const groups = groupFindings(assessment?.findings ?? [])
  return (
    <GroupTally
      groups={groups}
      ruleCount={assessment?.ruleCount}
      failure={
        groups.some(({ id }) => id === 'would-fail') &&
        'This transaction would fail'
      }
      {...line}
    />
  )
}

/** The same of several transactions, or of a message. */
export function GroupTally({
  groups,
  ruleCount,
  failure,
  conflicts = 0,
  ...line
}: Pick<ComponentProps<typeof TallyLine>, 'place' | 'check'> & {
  groups: readonly Pick<FindingGroup, 'severity'>[]
  /** Undefined while the rules are being applied. */
  ruleCount: number | undefined
  /** What is said where the execution would fail. */
  failure: string | false
  /** How many others wait at the same nonce. */
  conflicts?: number
}) {
  const count = (wanted: RiskSeverity) =>
    groups.filter(({ severity }) => severity === wanted).length
  const blocked = count('block')
  const dangers = count('danger')
  const warnings = count('warning')
  const infos = count('info')
  const isOpen =
    blocked + dangers + warnings + conflicts > 0 || failure !== false
  const isChecking = ruleCount === undefined || line.check === 'running'
  return (
    <TallyLine {...line} isOpen={isOpen}>
      {failure && <Status kind="danger">{failure}</Status>}
      {blocked + dangers + warnings > 0 && (
        <a
          className={classes.counts}
          href={`#${findingsId}`}
          onClick={(event) => {
            event.preventDefault()
            goTo(document.getElementById(findingsId))
          }}
        >
          {blocked > 0 && <Status kind="danger">{blocked} blocked</Status>}
          {dangers > 0 && (
            <Status kind="danger">{formatCount(dangers, 'danger')}</Status>
          )}
          {warnings > 0 && (
            <Status kind="warn">{formatCount(warnings, 'warning')}</Status>
          )}
        </a>
      )}
      {conflicts > 0 && (
        <Status kind="warn">
          {formatCount(conflicts, 'other transaction')} at the same nonce
        </Status>
      )}
      {!isChecking && line.check !== 'refused' && (
        <Status kind="ok">
          {formatCount(ruleCount, 'rule')} checked,{' '}
          {groups.length === 0
            ? 'no findings'
            : formatCount(groups.length, 'finding')}
          {infos > 0 &&
            infos < groups.length &&
            `, ${formatNumber(infos)} of them info`}
        </Status>
      )}
      {isChecking && <Status kind="waiting">Checking…</Status>}
    </TallyLine>
  )
}
