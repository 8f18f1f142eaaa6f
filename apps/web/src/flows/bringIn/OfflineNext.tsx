import type { Parcel } from '@covault/protocol/envelope'
import { Button } from '@mantine/core'
import { useState } from 'react'
import type { Hex } from 'viem'
import { SharePanel } from '../../components/share/SharePanel.js'
import { focusWhenLost } from '../../lib/focusWhenLost.js'
import { choosePlural, formatCount } from '../../lib/formatCount.js'
import { toSafeSearch } from '../../lib/safeParameter.js'
import type { ChainConfig } from '../../trust/chainClient.js'
import { LinkButton } from '../../ui/LinkButton.js'
import { Remark } from '../../ui/Remark.js'
import { Section } from '../../ui/Section.js'
import { acting } from '../act/signables/signables.js'
import classes from './BringIn.module.css'

/** What comes after a signature that nobody else knows of yet. */
export function OfflineNext({
  chain,
  parcel,
  hash,
  dropped,
  isOne,
}: {
  chain: ChainConfig
  parcel: Parcel
  hash: Hex
  /** So many signatures of the file are not in this browser. */
  dropped: number
  /** Of several the others are still to be reviewed on this page. */
  isOne: boolean
}) {
  const [isShared, setShared] = useState(false)
  const { signable } = parcel
  const { page } = acting[signable.kind].ending
  const address = signable.domain.safe
  return (
    <Section title="Signed">
      <p role="status" ref={focusWhenLost} tabIndex={-1}>
        Your signature is kept in this browser, and no one else has it yet.
        Share it with the sender or the other owners by link, file or QR code.
      </p>
      {dropped > 0 && (
        <Remark kind="warn">
          This browser can’t keep {formatCount(dropped, 'signature')}, because
          only the network can check{' '}
          {choosePlural(dropped, { one: 'it', other: 'them' })}. Keep the file,
          and import it again when the network is back.
        </Remark>
      )}
      <div className={classes.actions} data-ended={isOne || undefined}>
        <Button
          aria-expanded={isShared}
          variant={isShared ? 'default' : 'filled'}
          onClick={() => setShared(!isShared)}
        >
          {isShared ? 'Hide sharing' : 'Share'}
        </Button>
        {isOne && (
          <LinkButton
            variant="default"
            to={page.to}
            search={{
              ...toSafeSearch({ chain, address }),
              ...page.search(hash),
            }}
            replace
          >
            {page.words}
          </LinkButton>
        )}
      </div>
      {isShared && <SharePanel chain={chain} parcel={parcel} />}
    </Section>
  )
}
