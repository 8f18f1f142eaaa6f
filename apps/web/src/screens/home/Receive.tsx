import { formatPrefixedAddress } from '@covault/protocol'
import { Button } from '@mantine/core'
import { IconQrcode } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { CopyButton } from '../../components/CopyButton.js'
import { rememberCopied } from '../../lib/lastCopied.js'
import { appearance } from '../../preferences/appearance.js'
import { usePreference } from '../../preferences/preference.js'
import { Dialog } from '../../ui/Dialog.js'
import { Remark } from '../../ui/Remark.js'
import { WholeAddress } from '../../ui/WholeAddress.js'
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
  const { copyPrefix } = usePreference(appearance)
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
          <WholeAddress address={address} />
        </p>
        <CopyButton
          label="Copy address"
          text={copyPrefix ? text : address}
          onCopied={() => rememberCopied(address)}
        />
        <Remark kind="warn">
          Send on {name} only. Funds sent on another network won’t arrive in
          this safe.
        </Remark>
      </div>
    </Dialog>
  )
}
