import type { ComponentProps, ReactNode } from 'react'
import type { Address } from 'viem'
import { FiatAmount } from '../../components/FiatAmount.js'
import { nameProvenance } from '../../components/ProvenanceMark.js'
import { formatNumber } from '../../lib/formatCount.js'
import { appearance } from '../../preferences/appearance.js'
import { usePreference } from '../../preferences/preference.js'
import type { Safe } from '../../trust/readSafes.js'
import { SkeletonBar } from '../../ui/SkeletonBar.js'
import { Status } from '../../ui/Status.js'
import { Tally } from '../../ui/Tally.js'
import classes from './AccountSection.module.css'
import type { AccountTotals } from './arrangeAccounts.js'
import type { AccountGroup } from './groupAccounts.js'
import { Owners } from './Owners.js'

type Account = Address | null | undefined

/** What holds on every network stands in the first row; the rest below. */
export function CommonCells({
  group: { chains },
  account,
}: {
  group: AccountGroup
  account: Account
}) {
  const readings = chains.flatMap(({ reading }) =>
    reading.status === 'read' ? reading : [],
  )
  const [first] = readings
  const isCommon =
    first && readings.every(({ safe }) => hasSameOwners(safe, first.safe))
  if (isCommon)
    return (
      <SafeCells
        safe={first.safe}
        source={nameProvenance(first.provenance)}
        account={account}
        className={classes.common}
      />
    )
  return (
    <Cells
      className={classes.common}
      owners={first && <span className={classes.quiet}>differ</span>}
    />
  )
}

function hasSameOwners(one: Safe, other: Safe): boolean {
  return (
    one.threshold === other.threshold &&
    one.owners.length === other.owners.length &&
    one.owners.every((owner) => other.owners.includes(owner))
  )
}

export function ReadingCells({
  onChain: { reading },
  account,
}: {
  onChain: AccountGroup['chains'][number]
  account: Account
}) {
  switch (reading.status) {
    case 'pending':
      return (
        <Cells
          owners={<SkeletonBar width={80} height={24} />}
          threshold={<SkeletonBar width={64} />}
        />
      )
    case 'unread':
      return <Cells owners={<Status kind="warn">Not loaded</Status>} />
    case 'absent':
      return (
        <Cells
          source={nameProvenance(reading.provenance)}
          owners={<Status kind="danger">No safe here</Status>}
        />
      )
    case 'read':
      return (
        <SafeCells
          safe={reading.safe}
          source={nameProvenance(reading.provenance)}
          account={account}
        />
      )
  }
}

function SafeCells({
  safe: { owners, threshold },
  account,
  ...cells
}: Pick<ComponentProps<typeof Cells>, 'source' | 'className'> & {
  safe: Safe
  account: Account
}) {
  return (
    <Cells
      {...cells}
      owners={<Owners owners={owners} account={account} />}
      threshold={<Tally count={threshold} of={owners.length} />}
    />
  )
}

function Cells({
  owners,
  threshold,
  source,
  className = '',
}: {
  owners: ReactNode
  threshold?: ReactNode
  source?: string
  className?: string | undefined
}) {
  return (
    <>
      <td className={`${classes.owners} ${className}`} title={source}>
        {owners}
      </td>
      <td className={`${classes.threshold} ${className}`} title={source}>
        {threshold}
      </td>
    </>
  )
}

/** What the gateway says; nothing where it says nothing. */
export function TotalCells({
  totals: { value, queued, awaiting },
  account,
}: {
  totals: AccountTotals
  account: Account
}) {
  const { currency } = usePreference(appearance)
  return (
    <>
      <td className={classes.value}>
        {value !== undefined && (
          <FiatAmount cents={value} currency={currency} />
        )}
      </td>
      <td className={classes.waiting}>
        {queued !== undefined && (
          <Waiting queued={queued} awaiting={account ? awaiting : undefined} />
        )}
      </td>
    </>
  )
}

function Waiting({
  queued,
  awaiting,
}: {
  queued: number
  awaiting: number | undefined
}) {
  if (awaiting) return <b>{formatNumber(awaiting)} to sign</b>
  if (queued > 0)
    return <span className={classes.some}>{formatNumber(queued)} queued</span>
  return <span className={classes.quiet}>None queued</span>
}
