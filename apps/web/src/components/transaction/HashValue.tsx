import type { Hex } from 'viem'
import { toNumbered } from '../../lib/numbered.js'
import classes from './HashValue.module.css'

/** Eight groups of eight on two lines, to be compared with a device. */
export function HashValue({ hash }: { hash: Hex }) {
  return (
    <span className={classes.hash} title={hash}>
      <span className={classes.prefix}>0x</span>
      {toNumbered(toGroups(hash)).map(({ item, at }) => (
        <span key={at}>{item}</span>
      ))}
    </span>
  )
}

type Row = { label: string; hash: Hex }

/** Two under each other: the groups that differ are marked. */
export function HashCompare({ rows }: { rows: readonly [Row, Row] }) {
  const [one, other] = rows.map(({ hash }) => toGroups(hash))
  return (
    <span className={classes.compare}>
      {rows.map(({ label, hash }) => (
        <span key={label} className={classes.compared}>
          <span className={classes.label}>{label}</span>
          <span className={classes.hash} title={hash}>
            <span className={classes.prefix}>0x</span>
            {toNumbered(toGroups(hash)).map(({ item, at }) => (
              <span
                key={at}
                className={one?.[at] === other?.[at] ? '' : classes.different}
              >
                {item}
              </span>
            ))}
          </span>
        </span>
      ))}
    </span>
  )
}

function toGroups(hash: Hex): string[] {
  return hash.slice(2).match(/.{1,8}/g) ?? []
}
