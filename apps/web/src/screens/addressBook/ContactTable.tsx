import { IconArrowUpRight, IconPencil, IconTrash } from '@tabler/icons-react'
import { Address } from '../../components/Address.js'
import { Networks } from '../../components/Networks.js'
import { useSafeScope } from '../../hooks/scope.js'
import { openFlow } from '../../lib/flowSearch.js'
import { nameNetwork } from '../../lib/nameNetwork.js'
import {
  addressBook,
  type Contact,
  removeContact,
} from '../../preferences/addressBook.js'
import type { ChainConfig } from '../../trust/chainClient.js'
import { ActionButton } from '../../ui/ActionButton.js'
import { ActionLink } from '../../ui/ActionLink.js'
import { Mark } from '../../ui/Mark.js'
import { Spoken } from '../../ui/Spoken.js'
import { showToast } from '../../ui/toasts.js'
import { usePortion } from '../../ui/usePortion.js'
import classes from './AddressBookScreen.module.css'

export function ContactTable({
  contacts,
  chains,
  onEdit,
}: {
  contacts: readonly Contact[]
  chains: readonly ChainConfig[]
  onEdit: (contact: Contact) => void
}) {
  const { shown, more } = usePortion(contacts)
  return (
    <>
      <table className={classes.table} aria-label="Contacts">
        <thead>
          <tr className={`${classes.row} ${classes.heads}`}>
            <th scope="col">Name</th>
            <th scope="col">Address</th>
            <th scope="col">Network</th>
            <th scope="col">
              <Spoken>Actions</Spoken>
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map((contact) => (
            <ContactRow
              key={`${contact.chainId}:${contact.address}`}
              contact={contact}
              chain={chains.find(({ chainId }) => chainId === contact.chainId)}
              onEdit={onEdit}
            />
          ))}
        </tbody>
      </table>
      {more}
    </>
  )
}

function ContactRow({
  contact,
  chain,
  onEdit,
}: {
  contact: Contact
  /** Absent for networks that are not set up here; the contact is kept. */
  chain: ChainConfig | undefined
  onEdit: (contact: Contact) => void
}) {
  const { chainId, address, name } = contact
  const network = { chainId, name: nameNetwork(chainId, chain ? [chain] : []) }
  const remove = () => {
    const before = addressBook.read()
    removeContact(contact)
    showToast({
      kind: 'done',
      text: `${name} was deleted.`,
      action: { label: 'Undo', onClick: () => addressBook.write(before) },
    })
  }
  return (
    <tr className={classes.row}>
      <th scope="row" className={classes.who}>
        <Mark address={address} size={32} />
        <b className={classes.name}>{name}</b>
      </th>
      <td className={classes.address}>
        <Address address={address} chain={chain} isFull />
      </td>
      <td className={classes.network}>
        <Networks chains={[network]} />
      </td>
      <td className={classes.actions}>
        <SendLink contact={contact} network={network.name} />
        <ActionButton label={`Edit ${name}`} onClick={() => onEdit(contact)}>
          <IconPencil size={16} stroke={1.75} aria-hidden="true" />
        </ActionButton>
        <ActionButton label={`Delete ${name}`} onClick={remove}>
          <IconTrash size={16} stroke={1.75} aria-hidden="true" />
        </ActionButton>
      </td>
    </tr>
  )
}

/** Out of the safe that the page carries, if it is on the same network. */
function SendLink({
  contact: { chainId, address, name },
  network,
}: {
  contact: Contact
  network: string
}) {
  const scope = useSafeScope()
  const icon = <IconArrowUpRight size={16} stroke={1.75} aria-hidden="true" />
  if (scope?.chain.chainId !== chainId)
    return (
      <ActionButton
        label={`Send to ${name}: open a safe on ${network} first`}
        disabled
      >
        {icon}
      </ActionButton>
    )
  return (
    <ActionLink
      to="."
      search={openFlow('send-tokens', { recipient: address })}
      label={`Send to ${name}`}
    >
      {icon}
    </ActionLink>
  )
}
