import { TextInput } from '@mantine/core'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { type FocusEvent, type ReactNode, useId, useRef, useState } from 'react'
import type { Address } from 'viem'
import { useSafeScope } from '../hooks/scope.js'
import { useListedSafes } from '../hooks/useListedSafes.js'
import { formatAddress } from '../lib/formatAddress.js'
import { findSwapped } from '../lib/lastCopied.js'
import { readAddressText } from '../lib/readAddressText.js'
import { addressBook, findContact } from '../preferences/addressBook.js'
import { usePreference } from '../preferences/preference.js'
import type { ChainConfig } from '../trust/chainClient.js'
import { Mark } from '../ui/Mark.js'
import { WholeAddress } from '../ui/WholeAddress.js'
import type { AddressReading } from '../understand/safe/addressReading.js'
import { rankNames } from '../understand/safe/rankNames.js'
import classes from './AddressInput.module.css'
import { LookAlike, LookAlikeInSafe } from './LookAlike.js'

const mostSuggestions = 5

/**
 * A field for an address on one chain. It takes what people paste, says what
 * is wrong with it, and never guesses. The text is the form's, so that the
 * form can keep it; `useAddressText` below says what it means.
 */
export function AddressInput({
  label,
  chain,
  text,
  onText,
  address,
  error,
  self,
}: {
  label: string
  chain: ChainConfig
  text: string
  onText: (text: string) => void
  /** What the text means, from `useAddressText`. */
  address: AddressReading
  /** What the form finds wrong with an address that is one. */
  error?: string | undefined
  /** The safe that acts: nobody is offered to send to where it comes from. */
  self?: Address | undefined
}) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const suggestions = useSuggestions(chain, { text, self })
  const isSuggesting = isOpen && suggestions.length > 0
  // Somebody who is still choosing has made no mistake yet.
  const said = isSuggesting ? undefined : (address.error ?? error)
  const field = useRef<HTMLDivElement>(null)
  const leave = ({ relatedTarget }: FocusEvent) => {
    if (!field.current?.contains(relatedTarget)) setOpen(false)
  }
  const use = (known: Address) => {
    onText(known)
    setOpen(false)
  }
  return (
    <div ref={field} className={classes.field}>
      <TextInput
        label={label}
        placeholder={`0x…, ${chain.shortName}:0x…, a contact or an ENS name`}
        autoComplete="off"
        spellCheck={false}
        classNames={{ input: classes.input ?? '' }}
        value={text}
        error={said}
        aria-autocomplete="list"
        aria-controls={isSuggesting ? id : undefined}
        leftSection={
          address.address && <Mark address={address.address} size={24} />
        }
        onChange={(event) => {
          onText(event.target.value)
          setOpen(true)
        }}
        // What the form says to it is read first.
        onFocus={() => setOpen(!address.error && !error)}
        onBlur={leave}
        onKeyDown={(event) => {
          if (event.key === 'Enter') setOpen(false)
          if (event.key === 'Escape' && isSuggesting) {
            event.stopPropagation()
            setOpen(false)
          }
        }}
        onPaste={(event) => {
          const pasted = event.clipboardData.getData('text')
          const found = readAddressText(pasted, chain)
          if (found.status !== 'address' || !found.extracted) return
          event.preventDefault()
          onText(found.address)
        }}
      />
      {isSuggesting && (
        <Suggestions
          id={id}
          suggestions={suggestions}
          onBlur={leave}
          onUse={use}
        />
      )}
      {!said && (
        <Hints chain={chain} typed={text} reading={address} onUse={use} />
      )}
    </div>
  )
}

function Suggestions({
  id,
  suggestions,
  onBlur,
  onUse,
}: {
  id: string
  suggestions: ReturnType<typeof useSuggestions>
  onBlur: (event: FocusEvent) => void
  onUse: (known: Address) => void
}) {
  return (
    <ul id={id} className={classes.suggestions} aria-label="Suggestions">
      {suggestions.map(({ address, name }) => (
        <li key={address}>
          <button
            type="button"
            className={classes.suggestion}
            onBlur={onBlur}
            onClick={() => onUse(address)}
          >
            <Mark address={address} size={24} />
            <b>{name}</b>
            <small>{formatAddress(address, { digits: 4 })}</small>
          </button>
        </li>
      ))}
    </ul>
  )
}

function useSuggestions(
  chain: ChainConfig,
  { text, self }: { text: string; self: Address | undefined },
) {
  const contacts = usePreference(addressBook)
  const safes = useListedSafes()
  const wanted = text.trim().toLowerCase()
  const known = rankNames([
    ...safes.filter((safe) => safe.chain.chainId === chain.chainId),
    ...contacts
      .filter(({ chainId }) => chainId === chain.chainId)
      .map((contact) => ({ ...contact, isOwnName: true })),
  ])
  return [...new Map(known.map((one) => [one.address, one.name ?? '']))]
    .map(([address, name]) => ({ address, name }))
    .filter(
      ({ address, name }) =>
        name !== '' &&
        address !== self &&
        address.toLowerCase() !== wanted &&
        `${name} ${address}`.toLowerCase().includes(wanted),
    )
    .slice(0, mostSuggestions)
}

function Hints({
  chain,
  typed,
  reading: { address, isPending, text },
  onUse,
}: {
  chain: ChainConfig
  typed: string
  reading: AddressReading
  onUse: (address: Address) => void
}) {
  const contacts = usePreference(addressBook)
  const scope = useSafeScope()
  if (isPending) return <Hint>Looking up this name on {chain.name}…</Hint>
  if (!address) return null
  const name = findContact(contacts, { chainId: chain.chainId, address })?.name
  const swapped = findSwapped(address)
  return (
    <>
      {saysItself(typed, address) ? (
        <p className={classes.whole} aria-hidden="true">
          <WholeAddress address={address} />
        </p>
      ) : (
        <Hint isGood>
          Resolves to{' '}
          <span className={classes.full}>
            <WholeAddress address={address} />
          </span>
        </Hint>
      )}
      {name && text.status === 'address' && <Hint isGood>{name}</Hint>}
      {text.status === 'address' && text.checksum === 'absent' && (
        <Hint>
          Without capital letters, this address has no checksum: typing errors
          go unnoticed. Compare every digit.
        </Hint>
      )}
      {scope ? (
        <LookAlikeInSafe scope={scope} address={address} onUse={onUse} />
      ) : (
        <LookAlike chain={chain} address={address} onUse={onUse} />
      )}
      {swapped && (
        <Hint isWarning>
          This is not the address you last copied in Covault:{' '}
          <span className={classes.full}>
            <WholeAddress address={swapped} />
          </span>
        </Hint>
      )}
    </>
  )
}

/** Whether the field shows the whole address, with its chain at most. */
function saysItself(typed: string, address: Address): boolean {
  const shown = typed.trim().toLowerCase()
  return /^([a-z0-9-]+:)?0x[0-9a-f]{40}$/.test(shown)
    ? shown.endsWith(address.toLowerCase())
    : false
}

function Hint({
  isGood = false,
  isWarning = false,
  children,
}: {
  isGood?: boolean
  isWarning?: boolean
  children: ReactNode
}) {
  return (
    <p
      className={`${classes.hint} ${isWarning ? classes.warning : ''}`}
      role="status"
    >
      {isGood && <IconCheck size={16} stroke={1.75} aria-hidden="true" />}
      {isWarning && (
        <IconAlertTriangle size={16} stroke={1.75} aria-hidden="true" />
      )}
      <span>{children}</span>
    </p>
  )
}
