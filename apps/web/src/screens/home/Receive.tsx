import { formatPrefixedAddress } from '@covault/protocol'
import { Button } from '@mantine/core'
import { IconQrcode } from '@tabler/icons-react'
import { useState } from 'react'
import { encode } from 'uqr'
import { Address } from '../../components/Address.js'
import { Dialog } from '../../ui/Dialog.js'
import { Remark } from '../../ui/Remark.js'
import type { SafeScope } from '../../understand/safe/safePlace.js'
import classes from './Receive.module.css'

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
        <QrCode text={text} label={`$QR code of {text}`} />
        <p className={classes.address}>
          <b>{shortName}:</b>
          <Address address={address} isFull />
        </p>
        <Remark kind="warn">
          Only on {name}. Anything sent to this address on another network does
          not arrive in this safe.
        </Remark>
      </div>
    </Dialog>
  )
}

function QrCode({ text, label }: { text: string; label: string }) {
  const { size, data } = encode(text, { ecc: 'M', border: 2 })
  const path = data
    .flatMap((row, y) =>
      row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])),
    )
    .join('')
  return (
    <svg
      className={classes.code}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#ffffff" />
      <path d={path} fill="#000000" />
    </svg>
  )
}
