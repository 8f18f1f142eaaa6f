import { formatPrefixedAddress } from '@covault/protocol'
import { Button } from '@mantine/core'
import { IconQrcode } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { Address } from '../../components/Address.js'
import { Dialog } from '../../ui/Dialog.js'
import { Remark } from '../../ui/Remark.js'
import type { SafeScope } from '../../understand/safe/safePlace.js'
import classes from './Receive.module.css'

/** Without it the address is still there to copy. */
const QrCode = lazy(() =>
  import('../../ui/drawn/QrCode.js').then(
    (loaded) => ({ default: loaded.QrCode }),
    () => ({ default: () => <span /> }),
  ),
)

/** Where to send something, for a person and for a camera. */
export function Receive({ scope }: { scope: SafeScope }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconQrcode size={16} stroke={1.75} aria-hidden="true" />}
        onClick={() => setIsOpen(true)}
      >
        Receive
      </Button>
      {isOpen && (
        <ReceiveDialog scope={scope} onClose={() => setIsOpen(false)} />
      )}
    </>
  )
}

function ReceiveDialog({
  scope: { chain, address },
  onClose,
}: {
  scope: SafeScope
  onClose: () => void
}) {
  const { shortName, name } = chain
  const text = formatPrefixedAddress({ shortName, address })
  return (
    <Dialog title="Receive" size="form" onClose={onClose}>
      <div className={classes.body}>
        <div className={classes.code}>
          <Suspense>
            <QrCode text={text} label={`QR code of ${text}`} />
          </Suspense>
        </div>
        <p className={classes.address}>
          <b>{shortName}:</b>
          <Address address={address} isFull />
        </p>
        <Remark kind="warn">
          Send on {name} only. Funds sent on another network won’t arrive in
          this safe.
        </Remark>
      </div>
    </Dialog>
  )
}
