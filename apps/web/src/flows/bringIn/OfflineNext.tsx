import type { Parcel } from '@covault/protocol/envelope'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { SharePanel } from '../../components/share/SharePanel.js'
import { focusWhenLost } from '../../lib/focusWhenLost.js'
import type { ChainConfig } from '../../trust/chainClient.js'
import { Section } from '../../ui/Section.js'
import classes from './BringIn.module.css'
import { CancelImport } from './CancelImport.js'

/** What comes after a signature that nobody else knows of yet. */
export function OfflineNext({
  chain,
  parcel,
  isOne,
}: {
  chain: ChainConfig
  parcel: Parcel
  /** Of several the others are still to be reviewed on this page. */
  isOne: boolean
}) {
  const [isShared, setShared] = useState(false)
  return (
    <Section title="Signed">
      <p role="status" ref={focusWhenLost} tabIndex={-1}>
        Your signature is kept in this browser, and no one else has it yet.
        Share it with the sender or the other owners by link, file or QR code.
      </p>
      <div className={classes.actions} data-ended={isOne || undefined}>
        <Button
          aria-expanded={isShared}
          variant={isShared ? 'default' : 'filled'}
          onClick={() => setShared(!isShared)}
        >
          {isShared ? 'Hide sharing' : 'Share'}
        </Button>
        {isOne && <CancelImport words="Close" />}
      </div>
      {isShared && <SharePanel chain={chain} parcel={parcel} />}
    </Section>
  )
}
