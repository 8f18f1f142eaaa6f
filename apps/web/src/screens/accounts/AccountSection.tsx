import type { SafeOverview } from '@covault/api'
import { type ReactNode, useId } from 'react'
import type { Address } from 'viem'
import { appearance } from '../../preferences/appearance.js'
import { usePreference } from '../../preferences/preference.js'
import { SectionHead } from '../../ui/SectionHead.js'
import { SkeletonBar } from '../../ui/SkeletonBar.js'
import { Spoken } from '../../ui/Spoken.js'
import { AccountRows } from './AccountRows.js'
import classes from './AccountSection.module.css'
import type { AccountGroup } from './groupAccounts.js'

/** A ledger of accounts under one rule; nothing where there are none. */
export function AccountSection({
  title,
  note,
  groups,
  overviews,
  account,
}: {
  title: string
  note?: string
  groups: readonly AccountGroup[]
  overviews: readonly SafeOverview[] | undefined
  account: Address | null | undefined
}) {
  if (groups.length === 0) return null
  return (
    <Ledger title={title} note={note}>
      {groups.map((group) => (
        <AccountRows
          key={group.address}
          group={group}
          overviews={overviews}
          account={account}
        />
      ))}
    </Ledger>
  )
}

/** The same ledger while it is not known what will stand in it. */
export function LoadingSection() {
  const widths = [168, 132, 184, 148]
  return (
    <Ledger title="Safes" note="checking owners on the chain">
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
            <td className={classes.value}>
              <SkeletonBar width={72} />
            </td>
            <td className={classes.waiting}>
              <SkeletonBar width={96} />
            </td>
            <td className={classes.actions} />
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
  note?: string | undefined
  children: ReactNode
}) {
  const id = useId()
  const { currency } = usePreference(appearance)
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
            <th scope="col" className={classes.value}>
              Value, {currency.toUpperCase()}
            </th>
            <th scope="col" className={classes.waiting}>
              Waiting
            </th>
            <th scope="col" className={classes.actions}>
              <Spoken>Actions</Spoken>
            </th>
          </tr>
        </thead>
        {children}
      </table>
    </section>
  )
}
