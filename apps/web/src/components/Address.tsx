import { formatPrefixedAddress } from '@covault/protocol'
import { useClipboard } from '@mantine/hooks'
import { IconAlertTriangle, IconCheck, IconCopy } from '@tabler/icons-react'
import type { Address as AddressValue } from 'viem'
import { formatAddress } from '../lib/formatAddress.js'
import { rememberCopied } from '../lib/lastCopied.js'
import { copyConfirmation } from '../lib/timing.js'
import { appearance } from '../preferences/appearance.js'
import { usePreference } from '../preferences/preference.js'
import { WholeAddress } from '../ui/WholeAddress.js'
import classes from './Address.module.css'

/** A shortened address for lists, with the whole of it one press away. */
export function Address({
  address,
  chain,
  isFull = false,
}: {
  address: AddressValue
  /** Its short name goes before the address, if the reader wants that. */
  chain?: { shortName: string } | undefined
  /** All 42 characters, where somebody decides on it. */
  isFull?: boolean
}) {
  const { copyPrefix } = usePreference(appearance)
  // What is copied is what is shown, to the character.
  const prefix = copyPrefix && chain ? `${chain.shortName}:` : ''
  const text = prefix
    ? formatPrefixedAddress({ shortName: chain?.shortName ?? '', address })
    : address
  const { copy, copied, error } = useClipboard({ timeout: copyConfirmation })
  const label = (() => {
    if (error) return 'Can’t copy'
    return copied ? 'Copied' : 'Copy address'
  })()
  return (
    <span className={classes.address}>
      <span title={text} className={isFull ? classes.full : undefined}>
        {prefix}
        {isFull ? <WholeAddress address={address} /> : formatAddress(address)}
      </span>
      <button
        type="button"
        className={classes.copy}
        aria-label={`${label} ${address}`}
        title={label}
        data-copied={copied || undefined}
        onClick={() => {
          copy(text)
          rememberCopied(address)
        }}
      >
        <CopyIcon copied={copied} failed={error !== null} />
        <span className={classes.said} aria-hidden="true">
          {(copied || error) && label}
        </span>
      </button>
    </span>
  )
}

function CopyIcon({ copied, failed }: { copied: boolean; failed: boolean }) {
  const Icon = (() => {
    if (failed) return IconAlertTriangle
    return copied ? IconCheck : IconCopy
  })()
  return <Icon size={14} stroke={1.75} aria-hidden="true" />
}
