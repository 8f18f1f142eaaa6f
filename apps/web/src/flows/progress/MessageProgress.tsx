import { hashMessageContent } from '@covault/protocol'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Hex } from 'viem'
import { paths } from '../../lib/paths.js'
import { toSafeSearch } from '../../lib/safeParameter.js'
import { messageQuery } from '../../queries/messages.js'
import { toDomain } from '../../trust/domain.js'
import { checkQuery } from '../../understand/assess/checkQuery.js'
import { claimMessage } from '../../understand/assess/claim.js'
import type { SafePlace } from '../../understand/safe/safePlace.js'
import type { MessageOutcome } from '../act/messageOutcome.js'
import { CollectedSignature } from '../review/CollectedSignature.js'
import { KeptMessage } from './KeptMessage.js'
import classes from './Progress.module.css'
import { ProgressTitle } from './ProgressTitle.js'

/** What became of a signed message. */
export function MessageProgress({
  place,
  outcome,
  onClose,
}: {
  place: SafePlace
  outcome: MessageOutcome
  onClose: () => void
}) {
  const [isSubmitted, setSubmitted] = useState(false)
  if (outcome.kind === 'kept' && !isSubmitted)
    return (
      <section className={classes.progress} aria-labelledby="progress">
        <ProgressTitle>Signed, and kept in this browser</ProgressTitle>
        <KeptMessage
          kept={outcome.kept}
          error={outcome.error}
          onSubmitted={() => setSubmitted(true)}
        />
        <div className={classes.actions}>
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
        </div>
      </section>
    )
  const messageHash =
    outcome.kind === 'kept' ? outcome.kept.messageHash : outcome.messageHash
  const isHosted = outcome.kind === 'hosted'
  return (
    <section className={classes.progress} aria-labelledby="progress">
      <ProgressTitle>
        {isHosted ? 'Handed to the host' : 'Signed'}
      </ProgressTitle>
      <p role="status">
        {isHosted
          ? 'The host that shows this page has it. The owners sign it there.'
          : 'Your seal is with the gateway.'}{' '}
        {outcome.kind === 'signed' && describeRest(outcome.missing)}
      </p>
      {(outcome.kind === 'kept' ||
        (outcome.kind === 'signed' && outcome.missing === 0)) && (
        <Collected place={place} messageHash={messageHash} />
      )}
      <div className={classes.actions}>
        <Button onClick={onClose}>Done</Button>
        <Button
          variant="default"
          renderRoot={(props) => (
            <Link
              {...props}
              to={paths.message}
              search={{ ...toSafeSearch(place), messageHash }}
            />
          )}
        >
          Open the message
        </Button>
      </div>
    </section>
  )
}

function describeRest(missing: number): string {
  if (missing === 0) return 'There are enough seals: the signature is complete.'
  return `${missing} more ${missing === 1 ? 'owner has' : 'owners have'} to sign before it counts.`
}

/** Read back from the gateway, and checked like anything it says. */
function Collected({
  place,
  messageHash,
}: {
  place: SafePlace
  messageHash: Hex
}) {
  const { chain, address, safe } = place
  const { data: message } = useQuery(
    messageQuery({ chainId: chain.chainId, address, messageHash }),
  )
  const domain = toDomain(chain, safe)
  const { data: check } = useQuery({
    ...checkQuery({
      chain,
      signable: { kind: 'message', domain, message: message?.message ?? '' },
      claim: message && claimMessage(message),
      hash: messageHash,
    }),
    enabled: message !== undefined,
  })
  // Another content under this hash would be a lie, and is not shown.
  if (!message || check?.hash !== messageHash) return null
  return (
    <CollectedSignature
      place={place}
      domain={domain}
      contentHash={hashMessageContent(message.message)}
      check={check}
      proposal={message}
    />
  )
}
