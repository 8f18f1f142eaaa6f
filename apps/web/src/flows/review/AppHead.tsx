import { Button } from '@mantine/core'
import type { AppIdentity } from '../../apps/requestDesk.js'
import { toForeignText } from '../../lib/foreignText.js'
import { EmptyState } from '../../ui/EmptyState.js'
import { PageHead } from '../../ui/PageHead.js'
import { Remark } from '../../ui/Remark.js'
import { Seal } from '../../ui/Seal.js'
import classes from './AppHead.module.css'

/** Who asks. What it calls itself never stands without its origin. */
export function AppHead({
  app: { name, origin },
  leftOut = [],
}: {
  app: AppIdentity
  leftOut?: readonly string[]
}) {
  return (
    <div className={classes.head}>
      <p className={classes.who}>
        Asked for by the app “{toForeignText(name)}” of{' '}
        <b className={classes.origin}>{origin}</b>
      </p>
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

/** The link of a request outlived the page of the app that made it. */
export function GoneRequest({ onClose }: { onClose: () => void }) {
  return (
    <>
      <PageHead title="Request of an app" />
      <EmptyState
        picture={<Seal address="0x07" state="open" size={72} />}
        title="This request is gone."
        actions={<Button onClick={onClose}>Back to the app</Button>}
      >
        It was answered, or its page was loaded again. Nothing was signed by
        opening this link; the app can ask again.
      </EmptyState>
    </>
  )
}
