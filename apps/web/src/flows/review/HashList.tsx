import type { ReactNode } from 'react'
import type { Hex } from 'viem'
import { CopyButton } from '../../components/CopyButton.js'
import { HashValue } from '../../components/transaction/HashValue.js'
import type { SafePlace } from '../../understand/safe/safePlace.js'
import classes from './Review.module.css'

type Hash = { id: string; name: string; hash: Hex }

/** To be compared with what a device shows, group by group. */
export function HashList({
  place: { chain, address },
  rows,
  children,
}: {
  place: SafePlace
  rows: readonly Hash[]
  /** What a device shows of them. */
  children: ReactNode
}) {
  return (
    <>
      <dl className={classes.facts}>
        {rows.map((row) => (
          <HashFact key={row.id} {...row} />
        ))}
        <div className={classes.fact}>
          <dt>Safe</dt>
          <dd className={classes.code}>{address}</dd>
          <dd className={classes.side}>
            {chain.name} (chain ID {chain.chainId})
          </dd>
        </div>
      </dl>
      <p className={classes.hint}>{children} If anything differs, stop.</p>
    </>
  )
}

/** One row of a list of hashes; what is said of all stands above them. */
export function HashFact({
  id,
  name,
  hash,
  children,
}: Hash & { children?: ReactNode }) {
  return (
    <div className={classes.fact} data-hash={id}>
      <dt>{name}</dt>
      <dd>
        <HashValue hash={hash} />
      </dd>
      <dd className={classes.side}>
        {children}
        <CopyButton label="Copy" text={hash} />
      </dd>
    </div>
  )
}
