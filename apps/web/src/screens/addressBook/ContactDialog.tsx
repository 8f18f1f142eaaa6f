import { NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { AddressInput } from '../../components/AddressInput.js'
import { useSafeScope } from '../../hooks/scope.js'
import { useAddressText } from '../../hooks/useAddressTexts.js'
import {
  addressBook,
  type Contact,
  findContact,
  longestName,
  removeContact,
  saveContact,
} from '../../preferences/addressBook.js'
import { usePreference } from '../../preferences/preference.js'
import type { ChainConfig } from '../../trust/chainClient.js'
import { FormDialog } from '../../ui/FormDialog.js'
import classes from './AddressBookScreen.module.css'

/** A new contact, or one that is there already. */
export function ContactDialog({
  contact,
  chains: [first, ...others],
  onClose,
}: {
  contact: Contact | undefined
  chains: readonly [ChainConfig, ...ChainConfig[]]
  onClose: () => void
}) {
  const scope = useSafeScope()
  const [name, setName] = useState(contact?.name ?? '')
  const [text, setText] = useState<string>(contact?.address ?? '')
  const [chosen, setChosen] = useState(
    contact?.chainId ?? scope?.chain.chainId ?? first.chainId,
  )
  const chain = others.find((one) => one.chainId === chosen) ?? first
  const reading = useAddressText(chain, text)
  const { chainId } = chain
  const { address } = reading
  const taken = findTaken(usePreference(addressBook), {
    contact,
    chainId,
    address,
  })
  const isReady = name.trim() !== '' && address && !taken
  const save = () => {
    if (!isReady) return
    if (contact) removeContact(contact)
    saveContact({ chainId, address, name })
    onClose()
  }
  return (
    <FormDialog
      title={contact ? 'Edit contact' : 'Add contact'}
      words="Save"
      isReady={Boolean(isReady)}
      className={classes.fields}
      onSubmit={save}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        maxLength={longestName}
        autoComplete="off"
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <NativeSelect
        label="Network"
        value={String(chainId)}
        onChange={(event) => setChosen(Number(event.target.value))}
        data={[first, ...others].map((one) => ({
          value: String(one.chainId),
          label: one.name,
        }))}
      />
      <AddressInput
        label="Address"
        chain={chain}
        text={text}
        onText={setText}
        address={reading}
        error={taken && `This address is already saved as ${taken.name}.`}
      />
    </FormDialog>
  )
}

/** Another contact at the place this one is to be kept at. */
function findTaken(
  contacts: readonly Contact[],
  {
    contact,
    chainId,
    address,
  }: {
    contact: Contact | undefined
    chainId: number
    address: Contact['address'] | undefined
  },
): Contact | undefined {
  const found = address && findContact(contacts, { chainId, address })
  const isItself =
    found?.address === contact?.address && found?.chainId === contact?.chainId
  return isItself ? undefined : found
}
