import { Button } from '@mantine/core'
import type { AppIdentity } from '../../apps/requestDesk.js'
import { VerificationRemark } from '../../components/VerificationRemark.js'
import { toForeignText } from '../../lib/foreignText.js'
import { EmptyState } from '../../ui/EmptyState.js'
import { PageHead } from '../../ui/PageHead.js'
import { Remark } from '../../ui/Remark.js'
import classes from './AppHead.module.css'

/** Who asks. What it calls itself never stands without its origin. */
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
        Asked for by the {verification ? 'dapp' : 'app'} “{toForeignText(name)}”
        of <b className={classes.origin}>{origin}</b>
        {verification && ', over WalletConnect'}
      </p>
      {verification && (
        <VerificationRemark origin={origin} verification={verification} />
      )}
      {leftOut.length > 0 && (
        <Remark kind="warn">
          The app also asked for{' '}
          {leftOut.map((text) => toForeignText(text)).join(', ')}. That is not
          the app’s to decide and is left out: what you sign stands below.
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
      <PageHead title="Request of a dapp" />
      <EmptyState
        picture="0x07"
        title={reason}
        facts={[
          { name: 'Asked for by', value: toForeignText(name) },
          { name: 'It says it is at', value: origin },
        ]}
        actions={<Button onClick={onClose}>Back</Button>}
      >
        The dapp does not wait for an answer any more, so nothing can be signed
        for it here. If you still want it, let the dapp ask again.
      </EmptyState>
    </>
  )
}

/** The link of a request outlived the page of the app that made it. */
export function GoneRequest({ onClose }: { onClose: () => void }) {
  return (
    <>
      <PageHead title="Request of an app" />
      <EmptyState
        picture="0x07"
        title="This request is gone."
        actions={<Button onClick={onClose}>Back to the app</Button>}
      >
        It was answered, or its page was loaded again. Nothing was signed by
        opening this link; the app can ask again.
      </EmptyState>
    </>
  )
}
