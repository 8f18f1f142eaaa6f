import type { Delegate } from '@covault/api'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Address } from 'viem'
import { AddressName } from '../../components/AddressName.js'
import { FailedList, LoadingRows } from '../../components/ListStates.js'
import { Nothing } from '../../components/LookupStates.js'
import { toForeignText } from '../../lib/foreignText.js'
import { delegatesQuery, refreshDelegates } from '../../queries/delegates.js'
import { Remark } from '../../ui/Remark.js'
import { accountQuery } from '../../wallet/account.js'
import { useWalletLayer } from '../../wallet/walletLayer.js'
import classes from '../machine/CallFlowRun.module.css'
import type { ActionProps } from '../machine/flow.js'
import review from '../review/Review.module.css'
import { useWalletWork } from '../review/useWalletWork.js'
import { longestLabel } from './checkProposer.js'
import { ProposerDone } from './ProposerDone.js'
import own from './ProposerForm.module.css'
import { ProposerSeal } from './ProposerSeal.js'
import { requestDelegate } from './requestDelegate.js'

/** Takes the right to propose back; the link says whose (`delegate:delegator`). */
export function RemoveProposer({ place, search, onClose }: ActionProps) {
  const { chain, address } = place
  const { data, error, refetch } = useQuery(
    delegatesQuery({ chainId: chain.chainId, address }),
  )
  // Afterwards it is not in the list any more.
  const [removed, setRemoved] = useState<Delegate>()
  const found = data?.results.find(
    ({ delegate, delegator }) => `${delegate}:${delegator}` === search.id,
  )
  if (removed)
    return (
      <ProposerDone place={place} title="Proposer removed">
        {removed.delegate} can no longer propose for {removed.delegator}.
        Earlier proposals stay in the queue.
      </ProposerDone>
    )
  if (!data && error)
    return (
      <FailedList
        title="Can’t load the proposers."
        error={error}
        onRetry={refetch}
      >
        The gateway stores the proposers.
      </FailedList>
    )
  if (!data) return <LoadingRows count={3} />
  if (!found)
    return (
      <Nothing title="Proposer not found.">
        The proposer may already have been removed.
      </Nothing>
    )
  return (
    <Remove
      place={place}
      entry={found}
      onRemoved={() => setRemoved(found)}
      onClose={onClose}
    />
  )
}

function Remove({
  place,
  entry,
  onRemoved,
  onClose,
}: Pick<ActionProps, 'place' | 'onClose'> & {
  entry: Delegate
  onRemoved: () => void
}) {
  const { chain } = place
  const queries = useQueryClient()
  const wallet = useWalletLayer()
  const { data: account } = useQuery(accountQuery)
  const work = useWalletWork({
    about: `${entry.delegate}:${entry.delegator}`,
    ask: requestDelegate,
    onDone: () => {
      onRemoved()
      void refreshDelegates(queries)
    },
  })
  const { delegate, delegator, safe, label } = entry
  return (
    <article className={own.document}>
      <h1 className={classes.title}>
        Remove proposer {toForeignText(label, longestLabel)}
      </h1>
      <section aria-label="Who" className={review.section}>
        <h2 className={review.heading}>Who</h2>
        <dl className={review.facts}>
          <Who name="Proposer" chain={chain} address={delegate} />
          <Who name="Added by" chain={chain} address={delegator} />
        </dl>
        {safe === null && (
          <Remark kind="warn">
            This proposer was added for all safes of {delegator}, and is removed
            from all of them.
          </Remark>
        )}
        <p className={review.hint}>
          Existing proposals stay in the queue. Owners can reject them; the
          proposer can delete them before being removed.
        </p>
      </section>
      <ProposerSeal
        place={place}
        title="Sign"
        words="Remove proposer"
        delegate={delegate}
        refusal={
          account === delegator || account === delegate
            ? undefined
            : `Only the proposer, or ${delegator} who added them, can remove this proposer.`
        }
        work={work}
        onAct={() =>
          work.start({
            wallet,
            account: account ?? undefined,
            place,
            request: {
              kind: 'remove',
              delegate,
              delegator,
              isForAll: safe === null,
            },
          })
        }
        onClose={onClose}
      />
    </article>
  )
}

function Who({
  name,
  chain,
  address,
}: {
  name: string
  chain: ActionProps['place']['chain']
  address: Address
}) {
  return (
    <div className={review.fact}>
      <dt>{name}</dt>
      <dd>
        <AddressName chain={chain} address={address} isFull />
      </dd>
    </div>
  )
}
