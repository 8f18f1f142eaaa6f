import {
  type Finding,
  type FindingGroup,
  groupFindings,
} from '@covault/protocol'
import { Button } from '@mantine/core'
import {
  IconAlertOctagon,
  IconAlertTriangle,
  IconCheck,
  IconInfoCircle,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Address } from 'viem'
import { formatAddress } from '../../lib/formatAddress.js'
import { formatCount, formatNumber } from '../../lib/formatCount.js'
import { paths } from '../../lib/paths.js'
import { AddressText } from '../../ui/AddressText.js'
import type { Assessment } from '../../understand/assess/applyRules.js'
import { toNumber } from '../../understand/tell/describeCalls.js'
import type { NameOf } from '../../understand/tell/describeIntent.js'
import { AddressCompare } from '../AddressCompare.js'
import classes from './Findings.module.css'

const looks = {
  info: { Icon: IconInfoCircle, word: 'Info' },
  warning: { Icon: IconAlertTriangle, word: 'Warning' },
  danger: { Icon: IconAlertOctagon, word: 'Danger' },
  block: { Icon: IconAlertOctagon, word: 'Blocked' },
} as const

/** Notes are read one by one; beyond that many they are counted. */
const mostNotes = 20

type Shown = {
  nameOf: NameOf
  /** Undefined where the address was not entered in a form. */
  onUseInstead?: ((swap: { from: Address; to: Address }) => void) | undefined
}

/** What the local rules found, gravest first; what is alike in one note. */
export function Findings({
  findings,
  ruleCount,
  ...shown
}: Assessment & Shown) {
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

function Note({ group, ...shown }: Shown & { group: FindingGroup }) {
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
      {first.lookAlike && <Compared {...shown} pair={first.lookAlike} />}
      {others.length > 0 && (
        <details className={classes.sentence}>
          <summary>Show all {formatNumber(findings.length)}</summary>
          <ol>
            {findings.slice(0, mostNotes).map(({ path, sentence }) => (
              <li key={path.join('.')}>
                Call {toNumber(path)}: {sentence}
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

/** The two addresses digit by digit, and the way to the known one. */
function Compared({
  pair: { address, known, kind },
  nameOf,
  onUseInstead,
}: Shown & { pair: NonNullable<Finding['lookAlike']> }) {
  const name = nameOf(known) ?? knownWords[kind]
  return (
    <div className={classes.compared}>
      <AddressCompare
        rows={[
          { label: 'This address', address },
          { label: name, address: known },
        ]}
      />
      {onUseInstead && (
        <Button
          size="xs"
          onClick={() => onUseInstead({ from: address, to: known })}
        >
          Use {nameOf(known) ?? formatAddress(known, { digits: 4 })} instead
        </Button>
      )}
    </div>
  )
}

/** What somebody without a name is to the reader. */
const knownWords: Record<NonNullable<Finding['lookAlike']>['kind'], string> = {
  contact: 'Your contact',
  owner: 'Owner of this safe',
  safe: 'Your safe',
  counterparty: 'Address paid before',
}
