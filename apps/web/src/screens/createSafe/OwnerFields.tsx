import { Button, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import type { Address } from 'viem'
import { AddressInput } from '../../components/AddressInput.js'
import { longestName } from '../../preferences/addressBook.js'
import type { ChainConfig } from '../../trust/chainClient.js'
import { ActionButton } from '../../ui/ActionButton.js'
import type { AddressReading } from '../../understand/safe/addressReading.js'
import type { Draft } from './draft.js'
import classes from './OwnerFields.module.css'

type Owner = Draft['owners'][number]

/** One row for each owner: the address, and a name for the address book. */
export function OwnerFields({
  chain,
  owners,
  texts,
  readings,
  faults,
  account,
  onChange,
}: {
  chain: ChainConfig
  owners: readonly Owner[]
  texts: readonly string[]
  readings: readonly AddressReading[]
  faults: readonly (string | undefined)[]
  account: Address | null
  onChange: (owners: Owner[]) => void
}) {
  const change = (id: number, part: Partial<Owner>) =>
    onChange(
      owners.map((owner) => (owner.id === id ? { ...owner, ...part } : owner)),
    )
  const add = () => {
    const id = 1 + Math.max(...owners.map((owner) => owner.id))
    onChange([...owners, { id, text: '', name: '' }])
  }
  return (
    <>
      <ol className={classes.owners}>
        {owners.map((owner, index) => {
          const reading = readings[index]
          if (!reading) return null
          const isYou = account !== null && reading.address === account
          return (
            <li key={owner.id} className={classes.owner}>
              <AddressInput
                label={`Owner ${index + 1}${isYou ? ' (you)' : ''}`}
                chain={chain}
                text={texts[index] ?? ''}
                onText={(text) => change(owner.id, { text })}
                address={reading}
                error={faults[index]}
              />
              <TextInput
                label={`Name of owner ${index + 1}`}
                placeholder="Optional"
                autoComplete="off"
                maxLength={longestName}
                value={owner.name}
                onChange={(event) =>
                  change(owner.id, { name: event.target.value })
                }
              />
              <div className={classes.remove}>
                {owners.length > 1 && (
                  <ActionButton
                    label={`Remove owner ${index + 1}`}
                    onClick={() =>
                      onChange(owners.filter(({ id }) => id !== owner.id))
                    }
                  >
                    <IconX size={20} stroke={1.75} aria-hidden="true" />
                  </ActionButton>
                )}
              </div>
            </li>
          )
        })}
      </ol>
      <Button
        variant="default"
        size="xs"
        className={classes.add ?? ''}
        leftSection={<IconPlus size={16} stroke={1.75} aria-hidden="true" />}
        onClick={add}
      >
        Add owner
      </Button>
    </>
  )
}
