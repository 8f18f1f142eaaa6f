import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { AddressCompare } from '../../components/AddressCompare.js'
import { formatAddress } from '../../lib/formatAddress.js'
import { Dialog } from '../../ui/Dialog.js'
import type { AccountGroup } from './groupAccounts.js'
import classes from './LookAlikeNote.module.css'

/** Two addresses whose ends are alike are easily taken for each other. */
export function LookAlikeNote({
  group: { address, name },
  lookAlike,
}: {
  group: AccountGroup
  lookAlike: NonNullable<AccountGroup['lookAlike']>
}) {
  const [isOpen, setOpen] = useState(false)
  const { known, leading, trailing } = lookAlike
  const other = lookAlike.name ?? formatAddress(known, { digits: 4 })
  return (
    <div className={classes.note}>
      <IconAlertTriangle size={16} stroke={1.75} aria-hidden="true" />
      <p>
        <b>Looks like {other}.</b> The first {leading} and last {trailing}{' '}
        characters match; the {40 - leading - trailing} between them differ.{' '}
        <button
          type="button"
          className={classes.compare}
          onClick={() => setOpen(true)}
        >
          Compare
        </button>
      </p>
      {isOpen && (
        <Dialog
          title="Similar addresses"
          size="form"
          onClose={() => setOpen(false)}
        >
          <AddressCompare
            rows={[
              { label: name ?? 'This safe', address },
              { label: other, address: known },
            ]}
          />
        </Dialog>
      )}
    </div>
  )
}
