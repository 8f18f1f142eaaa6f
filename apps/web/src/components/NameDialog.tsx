import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Address } from 'viem'
import {
  addressBook,
  longestName,
  mergeContacts,
} from '../preferences/addressBook.js'
import { Dialog, DialogActions } from '../ui/Dialog.js'
import { Form } from '../ui/Form.js'
import { WholeAddress } from '../ui/WholeAddress.js'
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
  const [text, setText] = useState(name)
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
    <Dialog title={title} size="form" onClose={onClose}>
      <Form onSubmit={save}>
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
        <DialogActions>
          <Button type="submit" disabled={!text.trim()}>
            Save
          </Button>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}
