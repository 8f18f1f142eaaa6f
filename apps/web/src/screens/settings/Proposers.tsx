import type { Delegate } from '@covault/api'
import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { AddressName } from '../../components/AddressName.js'
import { ProvenanceMark } from '../../components/ProvenanceMark.js'
import { useFindName } from '../../hooks/useFindName.js'
import { openFlow } from '../../lib/flowSearch.js'
import { toForeignText } from '../../lib/foreignText.js'
import { formatAddress } from '../../lib/formatAddress.js'
import { delegatesQuery } from '../../queries/delegates.js'
import { isAlone } from '../../queries/gateway.js'
import { gatewaySays } from '../../trust/provenance.js'
import { ActionLink } from '../../ui/ActionLink.js'
import { Remark } from '../../ui/Remark.js'
import { RetryButton } from '../../ui/RetryButton.js'
import { Section } from '../../ui/Section.js'
import { SkeletonBar } from '../../ui/SkeletonBar.js'
import type { SafePlace } from '../../understand/safe/safePlace.js'
import { accountQuery } from '../../wallet/account.js'
import { describeError } from '../../words/errors.js'
import { missing } from '../../words/outages.js'
import { ChangeButton } from './ChangeButton.js'
import settings from './SettingsScreen.module.css'
import classes from './SetupPage.module.css'

/** Who may propose without being an owner; kept by the gateway alone. */
export function Proposers({
  place,
  reason,
}: {
  place: SafePlace
  /** Why nothing can be changed. */
  reason: string | undefined
}) {
  const { chain, address, safe } = place
  const { data: account } = useQuery(accountQuery)
  const { data, error, refetch } = useQuery(
    delegatesQuery({ chainId: chain.chainId, address }),
  )
  const isOwner = account && safe.owners.includes(account)
  return (
    <Section
      className={settings.section}
      title="Proposers"
      note="can propose, can’t sign"
      end={data && <ProvenanceMark of={gatewaySays} />}
    >
      {!data && !error && (
        <div className={classes.owner} aria-busy="true">
          <SkeletonBar width={360} />
        </div>
      )}
      {isAlone && <p className={settings.text}>{missing.proposers}</p>}
      {!data && error && !isAlone && (
        <div className={settings.text}>
          <Remark kind="warn">
            Can’t load the proposers. {describeError(error)}
          </Remark>
          <RetryButton onRetry={refetch} />
        </div>
      )}
      {data?.results.length === 0 && (
        <p className={settings.text}>
          None yet. A proposer prepares transactions for the owners to check and
          sign.
        </p>
      )}
      <ul>
        {data?.results.map((entry) => (
          <Proposer
            key={`${entry.delegate}:${entry.delegator}:${entry.safe ?? ''}`}
            place={place}
            entry={entry}
            canRemove={
              account === entry.delegator || account === entry.delegate
            }
          />
        ))}
      </ul>
      {data?.hasMore && (
        <p className={settings.text}>Not all proposers are shown here.</p>
      )}
      <div className={settings.text}>
        <ChangeButton
          reason={
            reason ?? (isOwner ? undefined : 'Only owners can add a proposer.')
          }
          isRepeated={reason !== undefined}
          search={openFlow('add-proposer')}
        >
          Add proposer
        </ChangeButton>
      </div>
    </Section>
  )
}

function Proposer({
  place: { chain },
  entry: { delegate, delegator, label, safe },
  canRemove,
}: {
  place: SafePlace
  entry: Delegate
  canRemove: boolean
}) {
  const findName = useFindName()
  const by =
    findName({ chainId: chain.chainId, address: delegator }) ??
    formatAddress(delegator, { digits: 4 })
  const short = formatAddress(delegate, { digits: 4 })
  return (
    <li className={classes.owner}>
      <AddressName
        chain={chain}
        address={delegate}
        note={[
          toForeignText(label, 50),
          `added by ${by}`,
          safe === null && 'in all safes of this owner',
        ]
          .filter(Boolean)
          .join(', ')}
        isFull
      />
      {canRemove && (
        <span className={classes.actions}>
          <ActionLink
            to="."
            search={openFlow('remove-proposer', {
              id: `${delegate}:${delegator}`,
            })}
            label={`Remove proposer ${short}`}
          >
            <IconX size={18} stroke={1.75} aria-hidden="true" />
          </ActionLink>
        </span>
      )}
    </li>
  )
}
