import { Button } from '@mantine/core'
import { useNameOf } from '../../hooks/useNameOf.js'
import { openApproval, openFlow } from '../../lib/flowSearch.js'
import { formatAddress } from '../../lib/formatAddress.js'
import { formatCount } from '../../lib/formatCount.js'
import { paths } from '../../lib/paths.js'
import { LinkButton } from '../../ui/LinkButton.js'
import type { SafePlace } from '../../understand/safe/safePlace.js'
import type { Outcome } from '../act/outcome.js'
import { acting } from '../act/signables/signables.js'
import { Ending } from './Ending.js'
import classes from './Progress.module.css'
import { ProgressTitle } from './ProgressTitle.js'
import { Sent } from './Sent.js'
import { KeptHere, Signed } from './Signed.js'

/** What became of it, told until there is nothing more to wait for. */
export function Progress({
  place,
  outcome,
  onClose,
}: {
  place: SafePlace
  outcome: Outcome
  onClose: () => void
}) {
  switch (outcome.kind) {
    case 'signed':
      return <Signed place={place} {...outcome} onClose={onClose} />
    case 'hosted':
      return (
        <Ending
          place={place}
          title="Handed to the host"
          of={outcome.of}
          hash={outcome.hash}
          onClose={onClose}
        >
          <p role="status">{acting[outcome.of].ending.hosted}</p>
        </Ending>
      )
    case 'batched':
      return <Batched count={outcome.count} onClose={onClose} />
    case 'proposed':
      return (
        <Ending
          place={place}
          title="Proposed"
          of="transaction"
          hash={outcome.safeTxHash}
          onClose={onClose}
        >
          <p>
            It waits for the owners now: {place.safe.threshold} of them have to
            sign before it can be executed. Your own signature says who proposed
            it and counts for nothing else.
          </p>
        </Ending>
      )
    case 'handed':
      return <Handed place={place} {...outcome} onClose={onClose} />
    case 'kept':
      return <KeptHere place={place} {...outcome} onClose={onClose} />
    case 'sent':
      return <Sent place={place} sent={outcome.sent} onClose={onClose} />
  }
}

/** Proposed; what is left to do happens in the safe that owns this one. */
function Handed({
  place,
  safeTxHash,
  to,
  onClose,
}: Extract<Outcome, { kind: 'handed' }> & {
  place: SafePlace
  onClose: () => void
}) {
  const name = useNameOf(place)(to) ?? formatAddress(to, { digits: 4 })
  return (
    <section className={classes.progress} aria-labelledby="progress">
      <ProgressTitle>Proposed, not signed yet</ProgressTitle>
      <p>
        The gateway has the transaction. It joins the queue when {name} has
        approved it, which is a transaction of {name} itself.
      </p>
      <div className={classes.actions}>
        <LinkButton
          to={paths.queue}
          search={openApproval({
            chain: place.chain,
            parent: to,
            child: place.address,
            safeTxHash,
          })}
        >
          Go on as {name}
        </LinkButton>
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
      </div>
    </section>
  )
}

function Batched({ count, onClose }: { count: number; onClose: () => void }) {
  return (
    <section className={classes.progress} aria-labelledby="progress">
      <ProgressTitle>Added to the batch</ProgressTitle>
      <p>
        {formatCount(count, 'call')} {count === 1 ? 'waits' : 'wait'} in this
        browser to become one transaction. Nothing was signed, and nobody else
        knows of it.
      </p>
      <div className={classes.actions}>
        <LinkButton to="." search={openFlow('batch')} replace>
          Open the batch
        </LinkButton>
        <Button variant="default" onClick={onClose}>
          Done
        </Button>
      </div>
    </section>
  )
}
