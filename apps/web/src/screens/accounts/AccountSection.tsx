import { type ReactNode, useId } from 'react'
import type { Address } from 'viem'
import { SectionHead } from '../../ui/SectionHead.js'
import { SkeletonBar } from '../../ui/SkeletonBar.js'
import { AccountRows } from './AccountRows.js'
import classes from './AccountSection.module.css'
import type { AccountGroup } from './groupAccounts.js'

/** A ledger of accounts under one rule. */
export function AccountSection({
  title,
  note,
  groups,
  account,
}: {
  title: string
  note: string
  groups: readonly AccountGroup[]
  account: Address | null | undefined
}) {
  return (
    <Ledger title={title} note={note}>
      {groups.map((group) => (
        <AccountRows key={group.address} group={group} account={account} />
      ))}
    </Ledger>
  )
}

/** The same ledger while it is not known what will stand in it. */
export function LoadingSection() {
  const widths = [168, 132, 184, 148]
  return (
    <Ledger title="Safes" note="reading the chain">
      <tbody aria-hidden="true">
        {widths.map((width) => (
          <tr key={width} className={classes.row}>
            <td className={classes.account}>
              <SkeletonBar width={40} height={40} />
              <span className={`${classes.lines} ${classes.bars}`}>
                <SkeletonBar width={width} />
                <SkeletonBar width={148} height={12} />
              </span>
            </td>
            <td className={classes.network}>
              <SkeletonBar width={72} />
            </td>
            <td className={classes.owners}>
              <SkeletonBar width={80} height={24} />
            </td>
            <td className={classes.threshold}>
              <SkeletonBar width={64} />
            </td>
            <td className={classes.nonce}>
              <SkeletonBar width={24} />
            </td>
            <td className={classes.version}>
              <SkeletonBar width={36} />
            </td>
            <td className={classes.provenance}>
              <SkeletonBar width={96} height={12} />
            </td>
          </tr>
        ))}
      </tbody>
    </Ledger>
  )
}

function Ledger({
  title,
  note,
  children,
}: {
  title: string
  note: string
  children: ReactNode
}) {
  const id = useId()
  return (
    <section className={classes.section} aria-labelledby={id}>
      <SectionHead id={id} title={title} note={note} />
      <table className={classes.ledger} aria-labelledby={id}>
        <thead className={classes.heads}>
          <tr className={classes.row}>
            <th scope="col" className={classes.account}>
              <span className={classes.lines}>Name and address</span>
            </th>
            <th scope="col">Network</th>
            <th scope="col">Owners</th>
            <th scope="col">Threshold</th>
            <th scope="col" className={classes.nonce}>
              Nonce
            </th>
            <th scope="col" className={classes.version}>
              Version
            </th>
            <th scope="col" className={classes.provenance}>
              Read from
            </th>
          </tr>
        </thead>
        {children}
      </table>
    </section>
  )
}
