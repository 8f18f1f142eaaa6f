import { useClipboard } from '@mantine/hooks'
import { IconAlertTriangle, IconCheck, IconCopy } from '@tabler/icons-react'
import type { Address as AddressValue } from 'viem'
import { formatAddress } from '../lib/formatAddress.js'
import { copyConfirmation } from '../lib/timing.js'
import classes from './Address.module.css'

/** A shortened address for lists, with the whole of it one press away. */
export function Address({ address }: { address: AddressValue }) {
  const { copy, copied, error } = useClipboard({ timeout: copyConfirmation })
  const label = (() => {
    if (error) return 'Could not copy'
    return copied ? 'Copied' : 'Copy address'
  })()
  return (
    <span className={classes.address}>
      <span title={address}>{formatAddress(address)}</span>
      <button
        type="button"
        className={classes.copy}
        aria-label={`${label} ${address}`}
        title={label}
        data-copied={copied || undefined}
        onClick={() => copy(address)}
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
