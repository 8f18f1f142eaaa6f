import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { LoadingRows } from '../../components/ListStates.js'
import { formatCount } from '../../lib/formatCount.js'
import { addressBook } from '../../preferences/addressBook.js'
import { usePreference } from '../../preferences/preference.js'
import { Remark } from '../../ui/Remark.js'
import { showToast } from '../../ui/toasts.js'
import { type NameLog, nameLogQuery } from '../../understand/safe/nameLog.js'
import { listSharedNames } from '../../understand/safe/sharedNames.js'
import { accountQuery } from '../../wallet/account.js'
import { connectionQuery } from '../../wallet/connection.js'
import { useWalletLayer } from '../../wallet/walletLayer.js'
import { describeNameProblem } from '../../words/names.js'
import { findPlaceReason, type Reason } from '../act/findPlaceReason.js'
import flow from '../machine/CallFlowRun.module.css'
import type { ActionProps } from '../machine/flow.js'
import { ActBlock } from '../review/ActBlock.js'
import seal from '../review/SealBlock.module.css'
import { useWalletWork } from '../review/useWalletWork.js'
import { Offered, Planned, Shared } from './NameParts.js'
import {
  findMistake,
  listPlanned,
  type PlannedName,
  planNames,
  toKey,
} from './plannedNames.js'
import { requestNames } from './requestNames.js'
import classes from './ShareNames.module.css'

/** Names to share, what changes for the others, and one signature. */
export function ShareNames(props: ActionProps) {
  const { data: log } = useQuery(nameLogQuery(props.place))
  if (!log) return <LoadingRows count={3} />
  // The form begins once with what is shared then.
  return <Form {...props} log={log} />
}

function Form({
  place,
  search: { recipient },
  onClose,
  log,
}: ActionProps & { log: NameLog }) {
  const queries = useQueryClient()
  const wallet = useWalletLayer()
  const { data: account } = useQuery(accountQuery)
  const own = usePreference(addressBook)
  const [plan, setPlan] = useState(() =>
    planNames({
      own,
      shared: listSharedNames(log.sets),
      safe: { chainId: place.chain.chainId, address: place.address },
      only: recipient,
    }),
  )
  const changes = listPlanned([...plan.present, ...plan.offered])
  const work = useWalletWork({
    about: JSON.stringify(changes),
    ask: requestNames,
    onDone: (count) => {
      showToast({ kind: 'done', text: `${formatCount(count, 'name')} shared.` })
      onClose()
    },
  })
  const change =
    (group: keyof typeof plan) =>
    (changed: PlannedName): void =>
      setPlan((before) => ({
        ...before,
        [group]: before[group].map((one) =>
          toKey(one) === toKey(changed) ? changed : one,
        ),
      }))
  const add = (added: readonly PlannedName[]) =>
    setPlan((before) => {
      const places = new Set(added.map(toKey))
      const kept = before.offered.filter((one) => !places.has(toKey(one)))
      return { ...before, offered: [...added, ...kept] }
    })
  const isAboutOne = recipient !== undefined
  return (
    <article className={classes.document}>
      <h1 className={flow.title}>
        {isAboutOne ? 'Change shared name' : 'Share names'}
      </h1>
      {log.problem && (
        <Remark kind="danger" role="alert">
          {describeNameProblem(log.problem)}
        </Remark>
      )}
      {!isAboutOne && (
        <Offered
          offered={plan.offered}
          present={plan.present}
          onChange={change('offered')}
          onAdd={add}
        />
      )}
      <Shared names={plan.present} onChange={change('present')} />
      <Planned changes={changes} />
      <ActBlock
        title="Sign"
        words="Share names"
        chain={place.chain}
        reason={useReason(place, findMistake(changes))}
        work={work}
        onAct={() =>
          work.start({
            ...{ wallet, place, queries, changes },
            account: account ?? undefined,
          })
        }
        back={{ title: 'Cancel', onBack: onClose }}
      >
        <p className={seal.reason}>
          Your wallet shows “NameChanges” with these names. Everyone who can
          read this safe on the gateway can read them. Nothing happens on the
          chain.
        </p>
      </ActBlock>
    </article>
  )
}

function useReason(
  { chain, safe }: ActionProps['place'],
  mistake: string | undefined,
): Reason | undefined {
  const { data: connection } = useQuery(connectionQuery)
  const placeReason = findPlaceReason(connection, {
    chain,
    refuse: (account) =>
      safe.owners.includes(account)
        ? undefined
        : 'Only an owner can share names, with their own signature.',
  })
  if (placeReason) return placeReason
  return mistake ? { kind: 'reason', words: mistake } : undefined
}
