import {
  IconAlertOctagon,
  IconAlertTriangle,
  IconCheck,
  IconInfoCircle,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { formatCount } from '../../lib/formatCount.js'
import { paths } from '../../lib/paths.js'
import type { Assessment } from '../../understand/assess/applyRules.js'
import { toNumber } from '../../understand/tell/describeCalls.js'
import classes from './Findings.module.css'

const looks = {
  info: { Icon: IconInfoCircle, word: 'For information' },
  warning: { Icon: IconAlertTriangle, word: 'Warning' },
  danger: { Icon: IconAlertOctagon, word: 'Danger' },
  block: { Icon: IconAlertOctagon, word: 'Stop' },
} as const

/** Notes are read one by one; beyond that many they are counted. */
const mostNotes = 20

/** What the local rules found, gravest first. */
export function Findings({ findings, ruleCount }: Assessment) {
  const shown = findings.slice(0, mostNotes)
  const rest = findings.length - shown.length
  if (findings.length === 0)
    return (
      <p className={classes.none}>
        <IconCheck size={16} stroke={1.75} aria-hidden="true" />
        None of {ruleCount} rules found anything.
      </p>
    )
  return (
    <ul className={classes.notes}>
      {shown.map(({ id, severity, sentence, path }) => {
        const { Icon, word } = looks[severity]
        return (
          <li
            key={`${id}${path.join('.')}`}
            className={classes.note}
            data-severity={severity}
          >
            <p className={classes.title}>
              <Icon size={16} stroke={1.75} aria-hidden="true" />
              {word}, call {toNumber(path)}
            </p>
            <p className={classes.sentence}>
              {sentence}{' '}
              <Link
                className={classes.why}
                to={paths.rules}
                search={{ id }}
                target="_blank"
                aria-label={`What “${id.replaceAll('-', ' ')}” means`}
              >
                Why?
              </Link>
            </p>
          </li>
        )
      })}
      {rest > 0 && (
        <li className={classes.rest}>
          and {formatCount(rest, 'finding')} more
        </li>
      )}
    </ul>
  )
}
