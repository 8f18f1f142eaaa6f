import {
  type Finding,
  type FindingGroup,
  groupFindings,
  type MessageFinding,
} from '@covault/protocol'
import {
  IconAlertOctagon,
  IconAlertTriangle,
  IconCheck,
  IconInfoCircle,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { formatCount, formatNumber } from '../../lib/formatCount.js'
import { paths } from '../../lib/paths.js'
import { AddressText } from '../../ui/AddressText.js'
import look from '../../ui/Note.module.css'
import { toNumber } from '../../understand/tell/describeCalls.js'
import {
  type NameOf,
  writeWords,
} from '../../understand/tell/describeIntent.js'
import classes from './Findings.module.css'
import { LookAlikePair, type LookAlikeShown } from './LookAlikePair.js'

type AnyFinding = Finding | MessageFinding

const looks = {
  info: { Icon: IconInfoCircle, word: 'Info' },
  warning: { Icon: IconAlertTriangle, word: 'Warning' },
  danger: { Icon: IconAlertOctagon, word: 'Danger' },
  block: { Icon: IconAlertOctagon, word: 'Blocked' },
} as const

/** So many of a kind are told one by one; more unfold. */
const mostTold = 3

/** Notes are read one by one; beyond that many they are counted. */
const mostNotes = 20

/**
 * What the local rules found in a transaction or a message, gravest first;
 * what is alike in one note.
 */
export function Findings({
  findings,
  ruleCount,
  hiddenCount = 0,
  ...shown
}: LookAlikeShown & {
  findings: readonly AnyFinding[]
  ruleCount: number
  /** Mere information that helps nobody any more. */
  hiddenCount?: number
}) {
  const groups = groupFindings(findings)
  const noted = groups.slice(0, mostNotes)
  const rest = groups.slice(mostNotes).flatMap((group) => group.findings)
  if (findings.length === 0)
    return (
      <p className={classes.none}>
        <IconCheck size={16} stroke={1.75} aria-hidden="true" />
        {formatCount(ruleCount, 'rule')} checked,{' '}
        {hiddenCount > 0 ? 'no warnings or dangers' : 'no findings'}
      </p>
    )
  return (
    <ul className={classes.notes}>
      {noted.map((group) => (
        <Note key={toKey(group)} group={group} {...shown} />
      ))}
      {rest.length > 0 && (
        <li className={classes.rest}>
          and {formatCount(rest.length, 'more finding')}
        </li>
      )}
    </ul>
  )
}

function toKey({ id, findings: [first] }: FindingGroup<AnyFinding>): string {
  return `${id}${listPath(first).join('.')}`
}

/** Of the call that it is about; a message has none. */
function listPath(finding: AnyFinding): readonly number[] {
  return 'path' in finding ? finding.path : []
}

/** With the reader's own names, where the finding knows who is who. */
function writeSentence(finding: AnyFinding, nameOf: NameOf): string {
  return 'words' in finding
    ? writeWords(finding.words, nameOf)
    : finding.sentence
}

function Note({
  group,
  ...shown
}: LookAlikeShown & { group: FindingGroup<AnyFinding> }) {
  const { id, severity, title, findings } = group
  const [first, ...others] = findings
  const { Icon, word } = looks[severity]
  const isOne = others.length === 0 && 'path' in first
  const isTold = others.length > 0 && findings.length <= mostTold
  const place = isOne ? `, call ${toNumber(first.path)}` : ''
  return (
    <li
      className={look.note}
      data-severity={severity}
      data-finding={severity}
      data-rule={id}
      tabIndex={-1}
    >
      <p className={look.title}>
        <Icon size={16} stroke={1.75} aria-hidden="true" />
        {word}
        {place}: {title}
      </p>
      {isTold && <Each findings={findings} nameOf={shown.nameOf} />}
      <p className={look.sentence}>
        {!isTold && (
          <>
            <AddressText text={writeSentence(first, shown.nameOf)} />{' '}
          </>
        )}
        <Link
          className={classes.why}
          to={paths.rules}
          search={{ id }}
          target="_blank"
          aria-label={`Why? ${title}`}
        >
          Why?
        </Link>
      </p>
      {first.lookAlike && (
        <div className={classes.compared}>
          <LookAlikePair {...shown} pair={first.lookAlike} />
        </div>
      )}
      {others.length > 0 && !isTold && (
        <details>
          <summary className={look.sentence}>
            Show all {formatCount(findings.length, 'call')}
          </summary>
          <Each findings={findings.slice(0, mostNotes)} nameOf={shown.nameOf} />
          {findings.length > mostNotes && (
            <p className={look.sentence}>
              and {formatNumber(findings.length - mostNotes)} more
            </p>
          )}
        </details>
      )}
    </li>
  )
}

function Each({
  findings,
  nameOf,
}: {
  findings: readonly AnyFinding[]
  nameOf: NameOf
}) {
  return (
    <ol className={look.sentence}>
      {findings.map((one) => (
        <li key={listPath(one).join('.')}>
          Call {toNumber(listPath(one))}:{' '}
          <AddressText text={writeSentence(one, nameOf)} />
        </li>
      ))}
    </ol>
  )
}
