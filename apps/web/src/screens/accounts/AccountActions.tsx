import { IconPencil, IconPin, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { NameDialog } from '../../components/NameDialog.js'
import {
  knownSafes,
  pinSafes,
  removeKnownSafes,
} from '../../preferences/knownSafes.js'
import { ActionButton } from '../../ui/ActionButton.js'
import { showToast } from '../../ui/toasts.js'
import type { AccountGroup } from './groupAccounts.js'

/** Pin, rename and, if this browser was told to remember it, forget it. */
export function AccountActions({ group }: { group: AccountGroup }) {
  const { address, name, kind, isKnown, chains } = group
  const [isNaming, setNaming] = useState(false)
  const places = chains.map(({ chain: { chainId } }) => ({ chainId, address }))
  const words = name ?? 'Unnamed safe'
  const isPinned = kind === 'pinned'
  const remove = () => {
    const before = knownSafes.read()
    removeKnownSafes(address)
    showToast({
      kind: 'done',
      text: `${words} was removed from your saved safes.`,
      action: { label: 'Undo', onClick: () => knownSafes.write(before) },
    })
  }
  return (
    <>
      <ActionButton
        label={isPinned ? `Unpin ${words}` : `Pin ${words}`}
        aria-pressed={isPinned}
        onClick={() => pinSafes(places, !isPinned)}
      >
        <IconPin size={16} stroke={1.75} aria-hidden="true" />
      </ActionButton>
      <ActionButton label={`Rename ${words}`} onClick={() => setNaming(true)}>
        <IconPencil size={16} stroke={1.75} aria-hidden="true" />
      </ActionButton>
      {isKnown && (
        <ActionButton
          label={`Remove ${words} from saved safes`}
          onClick={remove}
        >
          <IconTrash size={16} stroke={1.75} aria-hidden="true" />
        </ActionButton>
      )}
      {isNaming && (
        <NameDialog
          title="Rename this safe"
          address={address}
          name={name ?? ''}
          chainIds={chains.map(({ chain }) => chain.chainId)}
          onClose={() => setNaming(false)}
        />
      )}
    </>
  )
}
