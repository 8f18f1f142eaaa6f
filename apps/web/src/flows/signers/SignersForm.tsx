import { Button, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { Address } from 'viem'
import { useAddressTexts } from '../../hooks/useAddressTexts.js'
import { formatAddress } from '../../lib/formatAddress.js'
import { formatCount } from '../../lib/formatCount.js'
import { saveContact } from '../../preferences/addressBook.js'
import type { ChainConfig } from '../../trust/chainClient.js'
import column from '../../ui/Column.module.css'
import { Form } from '../../ui/Form.js'
import { Remark } from '../../ui/Remark.js'
import { Section } from '../../ui/Section.js'
import type { AddressReading } from '../../understand/safe/addressReading.js'
import { accountQuery } from '../../wallet/account.js'
import type { FormProps } from '../machine/flow.js'
import { compareOwnerSets } from './buildOwnerCalls.js'
import { checkSigners, hasMistake } from './checkSigners.js'
import { OwnerRow } from './OwnerRow.js'
import classes from './SignersForm.module.css'
import { SignersSummary } from './SignersSummary.js'
import {
  addRow,
  getPresent,
  isUntouched,
  rebase,
  type SignerRow,
  type SignersInput,
  stays,
  takesOwner,
} from './signersInput.js'

/** The owners as they are, and what shall become of them. */
export function SignersForm({
  place,
  input,
  onInput,
  onDone,
}: FormProps<SignersInput>) {
  const { chain, address, safe } = place
  const { rows } = input
  const { data: account = null } = useQuery(accountQuery)
  const readings = useAddressTexts(
    chain,
    rows.map((row) => (takesOwner(row) ? row.text : '')),
  )
  const mistakes = checkSigners(input, { safe: address, readings })
  const [isAsked, setAsked] = useState(false)
  const count = rows.filter((row) => takesOwner(row) || stays(row)).length
  const isIdle = isUntouched(input)
  const id = useId()
  const moved = compareOwnerSets(getPresent(input), safe)

  const submit = () => {
    setAsked(true)
    if (hasMistake(mistakes) || moved) return
    const pinned = pinAddresses(rows, readings)
    rememberNames(pinned, chain.chainId)
    onInput({ ...input, rows: pinned })
    onDone()
  }

  return (
    <Form className={classes.form} onSubmit={submit}>
      {moved && (
        <Moved words={moved} onRebase={() => onInput(rebase(input, safe))} />
      )}
      <Section title="Owners">
        <OwnerRows
          chain={chain}
          rows={rows}
          readings={readings}
          account={account}
          mistakes={mistakes.rows}
          isAsked={isAsked}
          onRows={(next) => onInput({ ...input, rows: next })}
        />
        <Button
          variant="default"
          size="xs"
          className={classes.add ?? ''}
          leftSection={<IconPlus size={16} stroke={1.75} aria-hidden="true" />}
          onClick={() => onInput(addRow(input))}
        >
          Add owner
        </Button>
      </Section>
      <Section title="Threshold">
        <div className={classes.threshold}>
          <TextInput
            label="Signatures required"
            description={`Of ${formatCount(count, 'owner')}. Today, ${safe.threshold} must sign.`}
            inputMode="numeric"
            autoComplete="off"
            value={input.threshold}
            error={mistakes.threshold}
            onChange={(event) =>
              onInput({ ...input, threshold: event.target.value })
            }
          />
        </div>
      </Section>
      <SignersSummary
        place={place}
        input={input}
        addresses={readings.map((reading) => reading.address)}
        account={account}
        isSound={!hasMistake(mistakes)}
      />
      <div className={classes.end}>
        {isAsked && mistakes.form && !isIdle && (
          <Remark kind="danger" role="alert">
            {mistakes.form}
          </Remark>
        )}
        <Button
          type="submit"
          disabled={isIdle}
          aria-describedby={isIdle ? id : undefined}
        >
          Review
        </Button>
        {isIdle && (
          <p id={id} className={column.hint}>
            {mistakes.form}
          </p>
        )}
      </div>
    </Form>
  )
}

function OwnerRows({
  chain,
  rows,
  readings,
  account,
  mistakes,
  isAsked,
  onRows,
}: {
  chain: ChainConfig
  rows: readonly SignerRow[]
  readings: readonly AddressReading[]
  account: Address | null
  /** By the row. */
  mistakes: ReadonlyMap<number, string>
  isAsked: boolean
  onRows: (rows: SignerRow[]) => void
}) {
  const [left, setLeft] = useState<readonly number[]>([])
  return (
    <ul>
      {rows.map((row, index) => {
        const reading = readings[index]
        const isTold = isAsked || left.includes(row.id)
        return (
          reading && (
            <OwnerRow
              key={row.id}
              chain={chain}
              row={row}
              label={nameField(rows, index)}
              reading={reading}
              isYou={row.kind === 'present' && row.owner === account}
              error={isTold ? mistakes.get(row.id) : undefined}
              onChange={(next) =>
                onRows(rows.map((one) => (one.id === next.id ? next : one)))
              }
              onLeave={() => setLeft([...left, row.id])}
              onDrop={() => onRows(rows.filter(({ id }) => id !== row.id))}
            />
          )
        )
      })}
    </ul>
  )
}

/** Others have changed the owners while this was being written. */
function Moved({ words, onRebase }: { words: string; onRebase: () => void }) {
  return (
    <div className={classes.moved}>
      <Remark kind="warn" role="alert">
        The safe has changed since you started: {words}.
      </Remark>
      <Button size="xs" variant="default" onClick={onRebase}>
        Start from current owners
      </Button>
    </div>
  )
}

/** "New owner 2", or whose place somebody takes. */
function nameField(rows: readonly SignerRow[], index: number): string {
  const row = rows[index]
  if (row?.kind === 'present')
    return `Replacement for ${formatAddress(row.owner, { digits: 4 })}`
  const before = rows.slice(0, index).filter(({ kind }) => kind === 'added')
  return `New owner ${before.length + 1}`
}

/** So that the review calls them by it. */
function rememberNames(rows: readonly SignerRow[], chainId: number): void {
  for (const row of rows) {
    const name = row.name?.trim()
    if (takesOwner(row) && row.address && name)
      saveContact({ chainId, address: row.address, name })
  }
}

/** From here on it is the address that counts, whatever a name becomes. */
function pinAddresses(
  rows: readonly SignerRow[],
  readings: readonly AddressReading[],
): SignerRow[] {
  return rows.map((row, index) => {
    const reading = readings[index]
    if (!takesOwner(row) || !reading) return row
    const { address = null, resolvedName } = reading
    return { ...row, address, resolvedName }
  })
}
