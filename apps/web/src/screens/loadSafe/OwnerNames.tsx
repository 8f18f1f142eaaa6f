import { TextInput } from '@mantine/core'
import type { Address as AddressValue } from 'viem'
import { Address } from '../../components/Address.js'
import { longestName } from '../../preferences/addressBook.js'
import type { ChainConfig } from '../../trust/chainClient.js'
import { Mark } from '../../ui/Mark.js'
import classes from './OwnerNames.module.css'

type NamedOwner = { address: AddressValue; name: string }

/** A name for each owner, if one is wanted. */
export function OwnerNames({
  chain,
  owners,
  onChange,
}: {
  chain: ChainConfig
  owners: readonly NamedOwner[]
  onChange: (owners: NamedOwner[]) => void
}) {
  return (
    <ol className={classes.owners}>
      {owners.map(({ address, name }, index) => (
        <li key={address} className={classes.owner}>
          <span className={classes.who}>
            <Mark address={address} />
            <Address address={address} chain={chain} isFull />
          </span>
          <TextInput
            aria-label={`Name of owner ${index + 1}`}
            placeholder={`Name of owner ${index + 1}, optional`}
            autoComplete="off"
            maxLength={longestName}
            value={name}
            onChange={(event) =>
              onChange(
                owners.map((owner) =>
                  owner.address === address
                    ? { ...owner, name: event.target.value }
                    : owner,
                ),
              )
            }
          />
        </li>
      ))}
    </ol>
  )
}
