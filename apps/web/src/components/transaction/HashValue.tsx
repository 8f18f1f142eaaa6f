import type { Hex } from 'viem'
import { toNumbered } from '../../lib/numbered.js'
import classes from './HashValue.module.css'

/** Eight groups of eight on two lines, to be compared with a device. */
export function HashValue({ hash }: { hash: Hex }) {
  const groups = hash.slice(2).match(/.{1,8}/g) ?? []
  return (
    <span className={classes.hash} title={hash}>
      <span className={classes.prefix}>0x</span>
      {toNumbered(groups).map(({ item, at }) => (
        <span key={at}>{item}</span>
      ))}
    </span>
  )
}
