import { Button, TextInput } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Networks } from '../../components/Networks.js'
import { useAppConfig } from '../../hooks/useAppConfig.js'
import { readContactsCsv } from '../../lib/contactsCsv.js'
import { readTextFile } from '../../lib/files.js'
import { formatCount } from '../../lib/formatCount.js'
import { nameNetwork } from '../../lib/nameNetwork.js'
import { FileButton } from '../../ui/FileButton.js'
import { Remark } from '../../ui/Remark.js'
import { usePortion } from '../../ui/usePortion.js'
import { WholeAddress } from '../../ui/WholeAddress.js'
import { describeError } from '../../words/errors.js'
import review from '../review/Review.module.css'
import { type PlannedName, toKey } from './plannedNames.js'
import classes from './ShareNames.module.css'

/** The reader's own names, and those of a file. */
export function Offered({
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

export function Shared({
  names,
  onChange,
}: {
  names: readonly PlannedName[]
  onChange: (changed: PlannedName) => void
}) {
  const { shown, more } = usePortion(names)
  if (names.length === 0) return null
  return (
    <Part title="Shared names">
      <ul className={classes.list}>
        {shown.map((one) => (
          <Present key={toKey(one)} one={one} onChange={onChange} />
        ))}
      </ul>
      {more}
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
export function Planned({ changes }: { changes: readonly PlannedName[] }) {
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
  const network = { chainId, name: nameNetwork(chainId, chains) }
  return (
    <span className={classes.where}>
      <WholeAddress address={address} />
      <Networks chains={[network]} />
    </span>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className={review.section}>
      <h2 className={review.heading}>{title}</h2>
      {children}
    </section>
  )
}
