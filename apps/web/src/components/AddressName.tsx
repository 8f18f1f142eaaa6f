import { IconExternalLink } from '@tabler/icons-react'
import type { Address as AddressValue } from 'viem'
import { useFindName } from '../hooks/useFindName.js'
import { useSharedNames } from '../hooks/useSharedNames.js'
import { formatAddress } from '../lib/formatAddress.js'
import type { ChainConfig } from '../trust/chainClient.js'
import { Mark } from '../ui/Mark.js'
import { findExplorerLink } from '../understand/safe/explorer.js'
import { markShared } from '../understand/safe/names.js'
import { Address } from './Address.js'
import classes from './AddressName.module.css'

/** Who an address is: its mark, its name if it has one, and itself. */
export function AddressName({
  chain,
  address,
  note,
  isFull = false,
}: {
  chain: ChainConfig
  address: AddressValue
  note?: string | undefined
  /** All 42 characters, where somebody decides on it. */
  isFull?: boolean
}) {
  const findName = useFindName()
  const findShared = useSharedNames()
  const { chainId } = chain
  const name = findName({ chainId, address })
  const shared = findShared({ chainId, address })
  // The reader's own name wins; then nobody else's is shown.
  const isShared = shared && name === markShared(shared)
  return (
    <span className={classes.who}>
      <Mark address={address} size={32} />
      <span className={classes.lines}>
        {name && (
          <b className={classes.name}>{isShared ? shared.name : name}</b>
        )}
        {isShared && (
          <span className={classes.note}>
            Shared by{' '}
            {findName({ chainId, address: shared.author }) ??
              formatAddress(shared.author, { digits: 4 })}
          </span>
        )}
        <span className={classes.line}>
          <Address address={address} chain={chain} isFull={isFull} />
          <ExplorerLink chain={chain} address={address} />
        </span>
        {note && <span className={classes.note}>{note}</span>}
      </span>
    </span>
  )
}

function ExplorerLink({
  chain,
  address,
}: {
  chain: ChainConfig
  address: AddressValue
}) {
  const explorer = findExplorerLink(chain, { address })
  if (!explorer) return null
  return (
    <a
      className={classes.explorer}
      href={explorer.href}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={explorer.label}
      title={explorer.label}
    >
      <IconExternalLink size={14} stroke={1.75} aria-hidden="true" />
    </a>
  )
}
