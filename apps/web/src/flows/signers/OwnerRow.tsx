import { Button, TextInput } from '@mantine/core'
import { IconArrowBackUp, IconReplace, IconX } from '@tabler/icons-react'
import { AddressInput } from '../../components/AddressInput.js'
import { AddressName } from '../../components/AddressName.js'
import { formatAddress } from '../../lib/formatAddress.js'
import { longestName } from '../../preferences/addressBook.js'
import type { ChainConfig } from '../../trust/chainClient.js'
import { ActionButton } from '../../ui/ActionButton.js'
import { Tag } from '../../ui/Tag.js'
import type { AddressReading } from '../../understand/safe/addressReading.js'
import classes from './OwnerRow.module.css'
import { type SignerRow, takesOwner, writeText } from './signersInput.js'

type PresentRow = Extract<SignerRow, { kind: 'present' }>

/** One owner: who it is, what becomes of it, and who comes in its place. */
export function OwnerRow({
  chain,
  row,
  label,
  reading,
  isYou,
  error,
  onChange,
  onLeave,
  onDrop,
}: {
  chain: ChainConfig
  row: SignerRow
  /** Of the field for the new owner. */
  label: string
  reading: AddressReading
  isYou: boolean
  error: string | undefined
  onChange: (row: SignerRow) => void
  /** Somebody went on to another field. */
  onLeave: () => void
  /** Takes a row away that was only added here. */
  onDrop: () => void
}) {
  return (
    <li className={classes.row}>
      {row.kind === 'present' && (
        <Present chain={chain} row={row} isYou={isYou} onChange={onChange} />
      )}
      {takesOwner(row) && (
        // Leaving the field is leaving everything in it, its list as well.
        // biome-ignore lint/a11y/noStaticElementInteractions: it only listens.
        <div
          className={classes.field}
          onBlur={({ currentTarget, relatedTarget }) => {
            if (!currentTarget.contains(relatedTarget)) onLeave()
          }}
        >
          <AddressInput
            label={label}
            chain={chain}
            text={row.text}
            onText={(text) => onChange(writeText(row, text))}
            address={reading}
            error={error}
          />
          <TextInput
            label="Name (optional)"
            maxLength={longestName}
            autoComplete="off"
            value={row.name ?? ''}
            onChange={(event) => onChange({ ...row, name: event.target.value })}
          />
          {row.kind === 'added' && (
            <div className={classes.drop}>
              <ActionButton
                label={`Remove ${label.toLowerCase()}`}
                onClick={onDrop}
              >
                <IconX size={20} stroke={1.75} aria-hidden="true" />
              </ActionButton>
            </div>
          )}
        </div>
      )}
    </li>
  )
}

const fateWords = { leaves: 'will be removed', replaced: 'will be replaced' }

function Present({
  chain,
  row,
  isYou,
  onChange,
}: {
  chain: ChainConfig
  row: PresentRow
  isYou: boolean
  onChange: (row: SignerRow) => void
}) {
  const { owner, fate } = row
  const short = formatAddress(owner, { digits: 4 })
  return (
    <div className={classes.present}>
      <AddressName
        chain={chain}
        address={owner}
        note={isYou ? 'You' : undefined}
        isFull
      />
      <span className={classes.actions}>
        {fate === 'stays' ? (
          <>
            <ActionButton
              label={`Replace ${short}`}
              onClick={() => onChange({ ...row, fate: 'replaced' })}
            >
              <IconReplace size={20} stroke={1.75} aria-hidden="true" />
            </ActionButton>
            <ActionButton
              label={`Remove ${short}`}
              onClick={() => onChange({ ...row, fate: 'leaves' })}
            >
              <IconX size={20} stroke={1.75} aria-hidden="true" />
            </ActionButton>
          </>
        ) : (
          <>
            <Tag>{fateWords[fate]}</Tag>
            <Button
              size="xs"
              variant="default"
              aria-label={`Keep ${short}`}
              leftSection={
                <IconArrowBackUp size={16} stroke={1.75} aria-hidden="true" />
              }
              onClick={() => onChange({ ...row, fate: 'stays' })}
            >
              Keep
            </Button>
          </>
        )}
      </span>
    </div>
  )
}
