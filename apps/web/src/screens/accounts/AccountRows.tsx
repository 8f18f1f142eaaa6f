import type { SafeOverview } from '@covault/api'
import { Link } from '@tanstack/react-router'
import type { Address as AddressValue } from 'viem'
import { Address } from '../../components/Address.js'
import { Networks } from '../../components/Networks.js'
import { paths } from '../../lib/paths.js'
import { toSafeSearch } from '../../lib/safeParameter.js'
import { Mark } from '../../ui/Mark.js'
import { Status } from '../../ui/Status.js'
import { Tag } from '../../ui/Tag.js'
import { AccountActions } from './AccountActions.js'
import { CommonCells, ReadingCells, TotalCells } from './AccountCells.js'
import classes from './AccountSection.module.css'
import { sumOverviews } from './arrangeAccounts.js'
import type { AccountGroup } from './groupAccounts.js'
import { LookAlikeNote } from './LookAlikeNote.js'

/** An account: one row, and one more per network where it is on several. */
export function AccountRows({
  group,
  overviews,
  account,
}: {
  group: AccountGroup
  overviews: readonly SafeOverview[] | undefined
  account: AddressValue | null | undefined
}) {
  const { address, chains, lookAlike } = group
  const [only] = chains
  const isSingle = chains.length === 1
  return (
    <tbody data-account={address}>
      <tr className={classes.row}>
        <th scope="row" className={classes.account}>
          <Mark address={address} size={40} />
          <AccountName group={group} />
        </th>
        <td className={classes.network}>
          <Networks chains={chains.map(({ chain }) => chain)} />
        </td>
        {isSingle && only ? (
          <ReadingCells onChain={only} account={account} />
        ) : (
          <CommonCells group={group} account={account} />
        )}
        <TotalCells totals={sumOverviews(group, overviews)} account={account} />
        <td className={classes.actions}>
          <AccountActions group={group} />
        </td>
      </tr>
      {!isSingle &&
        chains.map((onChain) => (
          <tr
            key={onChain.chain.chainId}
            className={`${classes.row} ${classes.child}`}
          >
            <th scope="row" className={classes.account}>
              <Link
                className={`${classes.lines} ${classes.link}`}
                to={paths.home}
                search={toSafeSearch({ chain: onChain.chain, address })}
              >
                <Networks chains={[onChain.chain]} />
              </Link>
            </th>
            <td className={classes.network} />
            <ReadingCells onChain={onChain} account={account} />
            <TotalCells
              totals={sumOverviews({ ...group, chains: [onChain] }, overviews)}
              account={account}
            />
            <td className={classes.actions} />
          </tr>
        ))}
      {lookAlike && (
        <tr className={classes.noteRow}>
          <td>
            <LookAlikeNote group={group} lookAlike={lookAlike} />
          </td>
        </tr>
      )}
    </tbody>
  )
}

function AccountName({
  group: { address, name, chains, isOwner, isKnown },
}: {
  group: AccountGroup
}) {
  const safes = chains.flatMap(({ reading }) =>
    reading.status === 'read' ? reading.safe : [],
  )
  const [first] = chains
  return (
    <span className={classes.lines}>
      <span className={classes.name}>
        {first && (
          <Link
            className={classes.link}
            to={paths.home}
            search={toSafeSearch({ chain: first.chain, address })}
          >
            {name ?? <span className={classes.unnamed}>Unnamed safe</span>}
          </Link>
        )}
        {isOwner && <Tag>Owner</Tag>}
        {isKnown && !isOwner && <Tag>Viewer</Tag>}
      </span>
      <Address
        address={address}
        chain={chains.length === 1 ? first?.chain : undefined}
      />
      {safes.some(({ known }) => !known) && (
        <Status kind="warn">Unknown contract code</Status>
      )}
    </span>
  )
}
