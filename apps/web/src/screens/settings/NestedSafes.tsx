import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { AddressName } from '../../components/AddressName.js'
import { ProvenanceMark } from '../../components/ProvenanceMark.js'
import { useFindName } from '../../hooks/useFindName.js'
import { openFlow } from '../../lib/flowSearch.js'
import { formatAddress } from '../../lib/formatAddress.js'
import { paths } from '../../lib/paths.js'
import { toSafeSearch } from '../../lib/safeParameter.js'
import { ownedSafesQuery } from '../../queries/owners.js'
import { ownedSafesOnChainQuery } from '../../trust/ownedSafes.js'
import type { Safe } from '../../trust/readSafes.js'
import { Remark } from '../../ui/Remark.js'
import { RetryButton } from '../../ui/RetryButton.js'
import { Section } from '../../ui/Section.js'
import { SkeletonBar } from '../../ui/SkeletonBar.js'
import type { SafePlace } from '../../understand/safe/safePlace.js'
import { describeError } from '../../words/errors.js'
import { ChangeButton } from './ChangeButton.js'
import settings from './SettingsScreen.module.css'
import classes from './SetupPage.module.css'

/** Safes that this one owns: named by the gateway, confirmed by the chain. */
export function NestedSafes({
  place,
  reason,
}: {
  place: SafePlace
  /** Why nothing can be changed. */
  reason: string | undefined
}) {
  const { chain, address } = place
  const claimed = useQuery(ownedSafesQuery(address))
  const here = claimed.data
    ?.filter(({ chainId }) => chainId === chain.chainId)
    .map((one) => one.address)
  const read = useQuery(
    ownedSafesOnChainQuery(chain, { owner: address, claimed: here }),
  )
  const owned = read.data?.safes
  const failed = [claimed, read].find(({ error, data }) => error && !data)
  const isReading = !failed && !owned
  return (
    <Section
      className={settings.section}
      id="nested"
      title="Nested safes"
      note="owned by this safe"
      end={read.data && <ProvenanceMark of={read.data.provenance} />}
    >
      {isReading && (
        <div className={classes.owner} aria-busy="true">
          <SkeletonBar width={360} />
        </div>
      )}
      {failed?.error && (
        <div className={settings.text}>
          <Remark kind="warn">
            Can’t load the nested safes. {describeError(failed.error)}
          </Remark>
          <RetryButton onRetry={failed.refetch} />
        </div>
      )}
      {!isReading && !failed && !owned?.length && (
        <p className={settings.text}>
          None yet. A nested safe keeps funds for one purpose separate. This
          safe signs for it.
        </p>
      )}
      <ul>
        {owned?.map((one) => (
          <NestedSafe key={one.address} place={place} nested={one} />
        ))}
      </ul>
      <div className={settings.text}>
        <ChangeButton
          reason={reason}
          isRepeated
          search={openFlow('nested-safe')}
        >
          Create nested safe
        </ChangeButton>
      </div>
    </Section>
  )
}

function NestedSafe({
  place: { chain },
  nested: { address, threshold, owners },
}: {
  place: SafePlace
  nested: Safe
}) {
  const name = useFindName()({ chainId: chain.chainId, address })
  return (
    <li className={classes.owner}>
      <AddressName
        chain={chain}
        address={address}
        note={`${threshold} of ${owners.length}`}
        isFull
      />
      <Link
        className={classes.open}
        to={paths.home}
        search={toSafeSearch({ chain, address })}
      >
        Open {name ?? formatAddress(address, { digits: 4 })}
      </Link>
    </li>
  )
}
