import { type FindingGroup, groupFindings } from '@covault/protocol'
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
import type { Assessment } from '../../understand/assess/applyRules.js'
import { toNumber } from '../../understand/tell/describeCalls.js'
import classes from './Findings.module.css'
import { LookAlikePair, type LookAlikeShown } from './LookAlikePair.js'

const looks = {
  info: { Icon: IconInfoCircle, word: 'Info' },
  warning: { Icon: IconAlertTriangle, word: 'Warning' },
  danger: { Icon: IconAlertOctagon, word: 'Danger' },
  block: { Icon: IconAlertOctagon, word: 'Blocked' },
} as const

/** Notes are read one by one; beyond that many they are counted. */
const mostNotes = 20

/** What the local rules found, gravest first; what is alike in one note. */
export function Findings({
  findings,
  ruleCount,
  ...shown
}: Assessment & LookAlikeShown) {
  const groups = groupFindings(findings)
  const noted = groups.slice(0, mostNotes)
  const rest = groups.slice(mostNotes).flatMap((group) => group.findings)
  if (findings.length === 0)
    return (
      <p className={classes.none}>
        <IconCheck size={16} stroke={1.75} aria-hidden="true" />
        {formatCount(ruleCount, 'rule')} checked, no findings
      </p>
    )
  return (
    <ul className={classes.notes}>
      {noted.map((group) => (
        <Note key={toKey(group)} group={group} {...shown} />
      ))}
      {rest.length > 0 && (
        <li className={classes.rest}>
          and {formatCount(rest.length, 'finding')} more
        </li>
      )}
    </ul>
  )
}

function toKey({ id, findings: [{ path }] }: FindingGroup): string {
  return `${id}${path.join('.')}`
}

function Note({ group, ...shown }: LookAlikeShown & { group: FindingGroup }) {
  const { id, severity, title, findings } = group
  const [first, ...others] = findings
  const { Icon, word } = looks[severity]
  const place = others.length === 0 ? `, call ${toNumber(first.path)}` : ''
  return (
    <li
      className={classes.note}
      data-severity={severity}
      data-finding={severity}
      data-rule={id}
      tabIndex={-1}
    >
      <p className={classes.title}>
        <Icon size={16} stroke={1.75} aria-hidden="true" />
        {word}
        {place}: {title}
      </p>
      <p className={classes.sentence}>
        <AddressText text={first.sentence} />{' '}
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
      {others.length > 0 && (
        <details className={classes.sentence}>
          <summary>Show all {formatNumber(findings.length)}</summary>
          <ol>
            {findings.slice(0, mostNotes).map(({ path, sentence }) => (
              <li key={path.join('.')}>
                Call {toNumber(path)}: <AddressText text={sentence} />
              </li>
            ))}
          </ol>
          {findings.length > mostNotes && (
            <p>and {formatNumber(findings.length - mostNotes)} more</p>
          )}
        </details>
      )}
    </li>
  )
}
