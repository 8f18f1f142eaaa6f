import type { Address as AddressValue } from 'viem'
import { Address } from '../../components/Address.js'
import { ChainProvenance } from '../../components/ChainProvenance.js'
import { Networks } from '../../components/Networks.js'
import { formatNumber } from '../../lib/formatCount.js'
import type { Safe } from '../../trust/readSafes.js'
import { Mark } from '../../ui/Mark.js'
import { SkeletonBar } from '../../ui/SkeletonBar.js'
import { Status } from '../../ui/Status.js'
import { Tag } from '../../ui/Tag.js'
import { Tally } from '../../ui/Tally.js'
import classes from './AccountSection.module.css'
import type { AccountGroup, Reading } from './groupAccounts.js'
import { Owners } from './Owners.js'

/** An account: one row, and one more per network where it is on several. */
export function AccountRows({
  group,
  account,
}: {
  group: AccountGroup
  account: AddressValue | null | undefined
}) {
  const { address, chains } = group
  const [only] = chains
  const isSingle = chains.length === 1
  return (
    <tbody data-account={address}>
      <tr className={classes.row}>
        <th scope="row" className={classes.account}>
          <Mark address={address} size={40} />
          <AccountName group={group} account={account} />
        </th>
        <td className={classes.network}>
          <Networks chains={chains.map(({ chain }) => chain)} />
        </td>
        {isSingle && only ? (
          <ReadingCells reading={only.reading} account={account} />
        ) : (
          <CommonCells group={group} account={account} />
        )}
      </tr>
      {!isSingle &&
        chains.map(({ chain, reading }) => (
          <tr key={chain.chainId} className={`${classes.row} ${classes.child}`}>
            <th scope="row" className={classes.account}>
              <span className={classes.lines}>
                <Networks chains={[chain]} />
              </span>
            </th>
            <td className={classes.network} />
            <ReadingCells reading={reading} account={account} />
          </tr>
        ))}
    </tbody>
  )
}

function AccountName({
  group: { address, name, chains },
  account,
}: {
  group: AccountGroup
  account: AddressValue | null | undefined
}) {
  const safes = chains.flatMap(({ reading }) =>
    reading.status === 'read' ? reading.safe : [],
  )
  const isOwner = safes.some(
    ({ owners }) => account && owners.includes(account),
  )
  return (
    <span className={classes.lines}>
      <span className={classes.name}>
        {name ?? <span className={classes.unnamed}>Unnamed safe</span>}
        {isOwner && <Tag>Owner</Tag>}
      </span>
      <Address address={address} />
      {safes.some(({ known }) => !known) && (
        <Status kind="warn">The code behind it is not a published one</Status>
      )}
    </span>
  )
}

/** What holds on every network stands in the first row; the rest below. */
function CommonCells({
  group: { chains },
  account,
}: {
  group: AccountGroup
  account: AddressValue | null | undefined
}) {
  const safes = chains.flatMap(({ reading }) =>
    reading.status === 'read' ? reading.safe : [],
  )
  const [first] = safes
  const isCommon = first && safes.every((safe) => hasSameOwners(safe, first))
  return (
    <>
      <td className={`${classes.owners} ${classes.common}`}>
        {isCommon && <Owners owners={first.owners} account={account} />}
        {!isCommon && first && <span className={classes.quiet}>differ</span>}
      </td>
      <td className={`${classes.threshold} ${classes.common}`}>
        {isCommon && <Tally count={first.threshold} of={first.owners.length} />}
      </td>
      <td className={classes.nonce} />
      <td className={classes.version} />
      <td className={classes.provenance} />
    </>
  )
}

function hasSameOwners(one: Safe, other: Safe): boolean {
  return (
    one.threshold === other.threshold &&
    one.owners.length === other.owners.length &&
    one.owners.every((owner) => other.owners.includes(owner))
  )
}

function ReadingCells({
  reading,
  account,
}: {
  reading: Reading
  account: AddressValue | null | undefined
}) {
  switch (reading.status) {
    case 'pending':
      return (
        <>
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
        </>
      )
    case 'unread':
      return (
        <>
          <td className={classes.owners}>
            <Status kind="warn">Not read</Status>
          </td>
          <EmptyCells />
          <td className={classes.provenance} />
        </>
      )
    case 'absent':
      return (
        <>
          <td className={classes.owners}>
            <Status kind="danger">No safe here</Status>
          </td>
          <EmptyCells />
          <td className={classes.provenance}>
            <ChainProvenance block={reading.block} />
          </td>
        </>
      )
    case 'read':
      return (
        <SafeCells
          safe={reading.safe}
          block={reading.block}
          account={account}
        />
      )
  }
}

function EmptyCells() {
  return (
    <>
      <td className={classes.threshold} />
      <td className={classes.nonce} />
      <td className={classes.version} />
    </>
  )
}

function SafeCells({
  safe: { owners, threshold, nonce, version },
  block,
  account,
}: {
  safe: Safe
  block: bigint
  account: AddressValue | null | undefined
}) {
  return (
    <>
      <td className={classes.owners}>
        <Owners owners={owners} account={account} />
      </td>
      <td className={classes.threshold}>
        <Tally count={threshold} of={owners.length} />
      </td>
      <td className={classes.nonce}>{formatNumber(nonce)}</td>
      <td className={classes.version}>{version}</td>
      <td className={classes.provenance}>
        <ChainProvenance block={block} />
      </td>
    </>
  )
}
