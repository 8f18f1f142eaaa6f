import { Button } from '@mantine/core'
import type { AppIdentity } from '../../apps/requestDesk.js'
import { VerificationRemark } from '../../components/VerificationRemark.js'
import { toForeignText } from '../../lib/foreignText.js'
import { EmptyState } from '../../ui/EmptyState.js'
import { PageHead } from '../../ui/PageHead.js'
import { Remark } from '../../ui/Remark.js'
import classes from './AppHead.module.css'

/** Who asks. Contract calls itself never stands without its origin. */
export function AppHead({
  app: { name, origin, verification },
  leftOut = [],
}: {
  app: AppIdentity
  leftOut?: readonly string[]
}) {
  return (
    <div className={classes.head}>
      <p className={classes.who}>
        Requested by the {verification ? 'dapp' : 'app'} “{toForeignText(name)}”
        from <b className={classes.origin}>{origin}</b>
        {verification && ', over WalletConnect'}
      </p>
      {verification && (
        <VerificationRemark origin={origin} verification={verification} />
      )}
      {leftOut.length > 0 && (
        <Remark kind="warn">
          The app also requested{' '}
          {leftOut.map((text) => toForeignText(text)).join(', ')}. Apps can’t
          set this, so it was left out. The review below shows what you sign.
        </Remark>
      )}
    </div>
  )
}

/** Whoever asked does not wait any more: what would be signed is for nobody. */
export function WithdrawnRequest({
  app: { name, origin },
  reason,
  onClose,
}: {
  app: AppIdentity
  reason: string
  onClose: () => void
}) {
  return (
    <>
      <PageHead title="Dapp request" />
      <EmptyState
        picture="0x07"
        title={reason}
        facts={[
          { name: 'Requested by', value: toForeignText(name) },
          { name: 'Claimed address', value: origin },
        ]}
        actions={<Button onClick={onClose}>Back</Button>}
      >
        The dapp’s request has expired, so nothing can be signed. Send the
        request again from the dapp.
      </EmptyState>
    </>
  )
}

/** The link of a request outlived the page of the app that made it. */
export function GoneRequest({ onClose }: { onClose: () => void }) {
  return (
    <>
      <PageHead title="App request" />
      <EmptyState
        picture="0x07"
        title="This request has ended."
        actions={<Button onClick={onClose}>Back to app</Button>}
      >
        The request was answered, or the app’s page was reloaded. Nothing was
        signed. The app can send the request again.
      </EmptyState>
    </>
  )
}
