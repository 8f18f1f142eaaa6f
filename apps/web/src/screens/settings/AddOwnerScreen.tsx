import { Link, Navigate, useSearch } from '@tanstack/react-router'
import { isAddress } from 'viem'
import { Address } from '../../components/Address.js'
import { usePageTitle, useSafeParameter } from '../../hooks/scope.js'
import { useListedSafes } from '../../hooks/useListedSafes.js'
import { formatAddress } from '../../lib/formatAddress.js'
import { paths } from '../../lib/paths.js'
import { toSafeSearch } from '../../lib/safeParameter.js'
import { EmptyState } from '../../ui/EmptyState.js'
import { LinkButton } from '../../ui/LinkButton.js'
import { Mark } from '../../ui/Mark.js'
import { PageHead } from '../../ui/PageHead.js'
import { Section } from '../../ui/Section.js'
import classes from './AddOwnerScreen.module.css'
import { AskedOwnerNote } from './AskedOwner.js'

/** Where a link names a new owner: the safe's own page, or first which safe. */
export function AddOwnerScreen() {
  usePageTitle('Add an owner')
  const { safe, address } = useSearch({ strict: false })
  const asked = address === undefined ? {} : { address }
  const parameter = useSafeParameter()
  const safes = useListedSafes()
  if (parameter.status !== 'absent')
    return (
      <Navigate
        to={paths.setup}
        search={{ ...(safe ? { safe } : {}), ...asked }}
        replace
      />
    )
  return (
    <>
      <PageHead title="Add an owner" />
      {address !== undefined && (
        <div className={classes.asked}>
          {isAddress(address) && (
            <span className={classes.who}>
              <Mark address={address} size={32} />
              <Address address={address} isFull />
            </span>
          )}
          <AskedOwnerNote />
        </div>
      )}
      {safes.length === 0 ? (
        <EmptyState
          picture="0x0404"
          title="No safes yet."
          actions={<LinkButton to={paths.accounts}>Go to accounts</LinkButton>}
        >
          This link proposes a new owner. Load the safe first, or connect the
          wallet of one of its owners.
        </EmptyState>
      ) : (
        <Section
          title="Choose a safe"
          note="The link doesn’t say which safe it is for."
        >
          <ul>
            {safes.map(({ chain, address: place, name }) => (
              <li key={`${chain.chainId}:${place}`}>
                <Link
                  className={classes.safe}
                  to={paths.setup}
                  search={{
                    ...toSafeSearch({ chain, address: place }),
                    ...asked,
                  }}
                >
                  <Mark address={place} size={32} />
                  <b>{name ?? 'Unnamed safe'}</b>
                  <span className={classes.note}>
                    {chain.name}, {formatAddress(place, { digits: 4 })}
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  )
}
