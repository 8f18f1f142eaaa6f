import { Button, TextInput } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { LoadingRows } from '../../components/ListStates.js'
import { Networks } from '../../components/Networks.js'
import { useAppConfig } from '../../hooks/useAppConfig.js'
import { readContactsCsv } from '../../lib/contactsCsv.js'
import { readTextFile } from '../../lib/files.js'
import { formatCount } from '../../lib/formatCount.js'
import { addressBook } from '../../preferences/addressBook.js'
import { usePreference } from '../../preferences/preference.js'
import { FileButton } from '../../ui/FileButton.js'
import { Remark } from '../../ui/Remark.js'
import { showToast } from '../../ui/toasts.js'
import { usePortion } from '../../ui/usePortion.js'
import { WholeAddress } from '../../ui/WholeAddress.js'
import { type NameLog, nameLogQuery } from '../../understand/safe/nameLog.js'
import { listSharedNames } from '../../understand/safe/sharedNames.js'
import { accountQuery } from '../../wallet/account.js'
import { connectionQuery } from '../../wallet/connection.js'
import { useWalletLayer } from '../../wallet/walletLayer.js'
import { describeError } from '../../words/errors.js'
import { describeNameProblem } from '../../words/names.js'
import type { Reason } from '../act/acts.js'
import flow from '../machine/CallFlowRun.module.css'
import type { ActionProps } from '../machine/flow.js'
import { ActButton } from '../review/ActButton.js'
import review from '../review/Review.module.css'
import seal from '../review/SealBlock.module.css'
import { useWalletWork } from '../review/useWalletWork.js'
import { WorkError } from '../review/WorkError.js'
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
  const present = usePortion(plan.present)
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
      {plan.present.length > 0 && (
        <Part title="Shared names">
          <ul className={classes.list}>
            {present.shown.map((one) => (
              <Present
                key={toKey(one)}
                one={one}
                onChange={change('present')}
              />
            ))}
          </ul>
          {present.more}
        </Part>
      )}
      <Planned changes={changes} />
      <section className={seal.block} aria-label="Sign">
        <h2 className={seal.title}>Sign</h2>
        <div className={seal.act}>
          <p className={seal.reason}>
            Your wallet shows “NameChanges” with these names. Everyone who can
            read this safe on the gateway can read them. Nothing happens on the
            chain.
          </p>
          <ActButton
            words="Share names"
            chain={place.chain}
            reason={useReason(place, findMistake(changes))}
            isWorking={work.isPending}
            onAct={() =>
              work.start({
                ...{ wallet, place, queries, changes },
                account: account ?? undefined,
              })
            }
            onStop={work.stop}
          />
          <WorkError error={work.error} />
          <Button variant="subtle" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </section>
    </article>
  )
}

function useReason(
  { chain, safe }: ActionProps['place'],
  mistake: string | undefined,
): Reason | undefined {
  const { data: connection } = useQuery(connectionQuery)
  if (!connection?.account) return { kind: 'connect' }
  if (!safe.owners.includes(connection.account))
    return {
      kind: 'reason',
      words: 'Only an owner can share names, with their own signature.',
    }
  if (connection.chainId !== chain.chainId) return { kind: 'switch' }
  return mistake ? { kind: 'reason', words: mistake } : undefined
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className={review.section}>
      <h2 className={review.heading}>{title}</h2>
      {children}
    </section>
  )
}

/** The reader's own names, and those of a file. */
function Offered({
  offered,
  present,
  onChange,
  onAdd,
}: {
  offered: readonly PlannedName[]
  present: readonly PlannedName[]
  onChange: (changed: PlannedName) => void
  onAdd: (added: readonly PlannedName[]) => void
}) {
  const { shown, more } = usePortion(offered)
  const isAll = offered.every(({ isChosen }) => isChosen)
  const file = useMutation({
    mutationFn: async (file: File) => readContactsCsv(await readTextFile(file)),
    onSuccess: ({ contacts }) =>
      onAdd(
        contacts.map((contact) => ({
          ...contact,
          before: present.find((one) => toKey(one) === toKey(contact))?.before,
          isChosen: true,
        })),
      ),
  })
  const wrong = file.data?.errors ?? []
  return (
    <Part title="From your address book">
      {offered.length === 0 && (
        <p className={review.hint}>
          Every name in your address book is shared already. Add contacts there,
          or import a CSV file with the header address,name,chainId.
        </p>
      )}
      <ul className={classes.list}>
        {shown.map((one) => (
          <li key={toKey(one)} className={classes.row}>
            <label className={classes.choice}>
              <input
                type="checkbox"
                checked={one.isChosen}
                onChange={() => onChange({ ...one, isChosen: !one.isChosen })}
              />
              <b className={classes.name}>{one.name}</b>
            </label>
            <Where one={one} />
            {one.before && (
              <span className={classes.note}>Shared as {one.before}</span>
            )}
          </li>
        ))}
      </ul>
      {more}
      <div className={classes.buttons}>
        {offered.length > 1 && (
          <Button
            variant="default"
            onClick={() =>
              onAdd(offered.map((one) => ({ ...one, isChosen: !isAll })))
            }
          >
            {isAll ? 'Clear selection' : 'Select all'}
          </Button>
        )}
        <FileButton
          accept=".csv,text/csv"
          icon={<IconUpload size={16} aria-hidden="true" />}
          onFile={file.mutate}
        >
          Import CSV
        </FileButton>
      </div>
      {file.error && (
        <Remark kind="danger" role="alert">
          {describeError(file.error)}
        </Remark>
      )}
      {wrong.length > 0 && (
        <Remark kind="warn" role="alert">
          {formatCount(wrong.length, 'row')} can’t be imported. Row{' '}
          {wrong[0]?.row}: {wrong[0]?.reason}
        </Remark>
      )}
    </Part>
  )
}

function Present({
  one,
  onChange,
}: {
  one: PlannedName
  onChange: (changed: PlannedName) => void
}) {
  const isRemoved = one.name === '' && one.before !== ''
  return (
    <li className={classes.row}>
      <div className={classes.edit}>
        <TextInput
          aria-label={`Name of ${one.address}`}
          maxLength={200}
          autoComplete="off"
          placeholder={isRemoved ? `${one.before} (removed)` : ''}
          value={one.name}
          onChange={({ target }) => onChange({ ...one, name: target.value })}
        />
        <Button
          variant="default"
          aria-label={`${isRemoved ? 'Keep' : 'Remove'} ${one.before}`}
          onClick={() =>
            onChange({ ...one, name: isRemoved ? (one.before ?? '') : '' })
          }
        >
          {isRemoved ? 'Keep' : 'Remove'}
        </Button>
      </div>
      <Where one={one} />
    </li>
  )
}

/** What the others will see, and what is signed. */
function Planned({ changes }: { changes: readonly PlannedName[] }) {
  return (
    <Part title="What changes">
      {changes.length === 0 && (
        <p className={review.hint}>Nothing yet. Choose names above.</p>
      )}
      <ul className={classes.list} aria-label="Changes">
        {changes.map((one) => (
          <li key={toKey(one)} className={classes.row}>
            <span>{writeChange(one)}</span>
            <Where one={one} />
          </li>
        ))}
      </ul>
    </Part>
  )
}

function writeChange({ name, before }: PlannedName): ReactNode {
  if (name === '')
    return (
      <>
        Remove <b className={classes.name}>{before}</b>
      </>
    )
  if (before)
    return (
      <>
        Rename {before} to <b className={classes.name}>{name}</b>
      </>
    )
  return (
    <>
      Add <b className={classes.name}>{name}</b>
    </>
  )
}

function Where({ one: { chainId, address } }: { one: PlannedName }) {
  const { chains } = useAppConfig()
  const network = chains.find((one) => one.chainId === chainId) ?? {
    chainId,
    name: `Chain ID ${chainId}`,
  }
  return (
    <span className={classes.where}>
      <WholeAddress address={address} />
      <Networks chains={[network]} />
    </span>
  )
}
