import { TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Address } from 'viem'
import { useSharedNames } from '../hooks/useSharedNames.js'
import {
  addressBook,
  longestName,
  mergeContacts,
} from '../preferences/addressBook.js'
import { FormDialog } from '../ui/FormDialog.js'
import { WholeAddress } from '../ui/WholeAddress.js'
import { markShared } from '../understand/safe/names.js'
import classes from './NameDialog.module.css'

/** Gives an address a name in the address book, on every chain given. */
export function NameDialog({
  title,
  address,
  name,
  chainIds,
  onClose,
}: {
  title: string
  address: Address
  name: string
  chainIds: readonly number[]
  onClose: () => void
}) {
  const [chainId = 0] = chainIds
  const shared = useSharedNames()({ chainId, address })
  // The mark is no part of the name.
  const isShared = shared && name === markShared(shared)
  const [text, setText] = useState(isShared ? shared.name : name)
  const save = () => {
    if (!text.trim()) return
    addressBook.write(
      mergeContacts(
        addressBook.read(),
        chainIds.map((chainId) => ({ chainId, address, name: text })),
      ),
    )
    onClose()
  }
  return (
    <FormDialog
      title={title}
      words="Save"
      isReady={text.trim() !== ''}
      onSubmit={save}
      onClose={onClose}
    >
      <p className={classes.address}>
        <WholeAddress address={address} />
      </p>
      <TextInput
        label="Name"
        description="Only you see this name. It stays in this browser."
        maxLength={longestName}
        autoComplete="off"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </FormDialog>
  )
}
