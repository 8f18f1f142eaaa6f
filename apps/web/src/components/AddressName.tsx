import type { Address as AddressValue } from 'viem'
import type { ChainConfig } from '../trust/chainClient.js'
import { Mark } from '../ui/Mark.js'
import { Address } from './Address.js'
import classes from './AddressName.module.css'
import { useFindName } from './names.js'

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
  const name = useFindName()({ chainId: chain.chainId, address })
  return (
    <span className={classes.who}>
      <Mark address={address} size={32} />
      <span className={classes.lines}>
        {name && <b className={classes.name}>{name}</b>}
        <Address address={address} chain={chain} isFull={isFull} />
        {note && <span className={classes.note}>{note}</span>}
      </span>
    </span>
  )
}
