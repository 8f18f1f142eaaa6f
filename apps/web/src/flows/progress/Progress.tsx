import { Button } from '@mantine/core'
import { useNameOf } from '../../hooks/useNameOf.js'
import { openApproval, openFlow } from '../../lib/flowSearch.js'
import { formatAddress } from '../../lib/formatAddress.js'
import { formatCount } from '../../lib/formatCount.js'
import { paths } from '../../lib/paths.js'
import column from '../../ui/Column.module.css'
import { LinkButton } from '../../ui/LinkButton.js'
import type { SafePlace } from '../../understand/safe/safePlace.js'
import type { Outcome } from '../act/outcome.js'
import { acting } from '../act/signables/signables.js'
import { Ending } from './Ending.js'
import { ProgressPage } from './ProgressPage.js'
import { Sent } from './Sent.js'
import { KeptHere, Signed } from './Signed.js'
import { useRememberEnd } from './useEnded.js'

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
  useRememberEnd(outcome)
  switch (outcome.kind) {
    case 'signed':
      return <Signed place={place} {...outcome} onClose={onClose} />
    case 'hosted':
      return (
        <Ending
          place={place}
          title="Sent to the host app"
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
            The transaction now needs{' '}
            {formatCount(place.safe.threshold, 'owner signature')}. Your own
            signature only shows that you proposed it.
          </p>
        </Ending>
      )
    case 'drafted':
      return (
        <Ending
          place={place}
          title="Draft saved"
          of="transaction"
          hash={outcome.safeTxHash}
          onClose={onClose}
        >
          <p>
            Members of this safe who are signed in see the draft in the queue.
            It becomes a proposal when an owner signs it. The draft stays until
            someone deletes it, or until one day after its nonce is used.
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
    <ProgressPage title="Proposed, not signed yet">
      <p>
        The gateway has the transaction. It joins the queue once {name} has
        approved it with a transaction of its own.
      </p>
      <div className={column.actions}>
        <LinkButton
          to={paths.queue}
          search={openApproval({
            chain: place.chain,
            parent: to,
            child: place.address,
            safeTxHash,
          })}
        >
          Continue as {name}
        </LinkButton>
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
      </div>
    </ProgressPage>
  )
}

function Batched({ count, onClose }: { count: number; onClose: () => void }) {
  return (
    <ProgressPage title="Added to draft batch">
      <p>
        The draft batch in this browser has {formatCount(count, 'call')}.
        Nothing was signed or sent.
      </p>
      <div className={column.actions}>
        <LinkButton to="." search={openFlow('batch')} replace>
          Open batch
        </LinkButton>
        <Button variant="default" onClick={onClose}>
          Done
        </Button>
      </div>
    </ProgressPage>
  )
}
