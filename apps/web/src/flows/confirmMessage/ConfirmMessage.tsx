import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { isHash } from 'viem'
import { LoadingRows } from '../../components/ListStates.js'
import { FailedLookup, Nothing } from '../../components/LookupStates.js'
import {
  MessageApp,
  readMessageApp,
} from '../../components/transaction/MessageApp.js'
import { messageQuery } from '../../queries/messages.js'
import { toDomain } from '../../trust/domain.js'
import { EmptyState } from '../../ui/EmptyState.js'
import { Seal } from '../../ui/Seal.js'
import type { Outcome } from '../act/outcome.js'
import classes from '../machine/AppHead.module.css'
import type { ActionProps } from '../machine/flow.js'
import { Steps } from '../machine/Steps.js'
import { Progress } from '../progress/Progress.js'
import { MessageReview } from '../review/MessageReview.js'
import { compareWithLink } from './compareWithLink.js'

/** The review of a message that the gateway has. */
export function ConfirmMessage({ place, search, onClose }: ActionProps) {
  const { chain, address, safe } = place
  const { version } = safe
  const asked = (search.messageHash ?? '').toLowerCase()
  const link = isHash(asked) ? asked : undefined
  const { data, error, refetch } = useQuery({
    ...messageQuery({
      chainId: chain.chainId,
      address,
      messageHash: link ?? '0x',
    }),
    enabled: link !== undefined,
  })
  const [outcome, setOutcome] = useState<Outcome>()
  const compared = useMemo(
    () =>
      data &&
      link &&
      compareWithLink(toDomain(chain, { address, version }), {
        message: data,
        link,
      }),
    [data, link, chain, address, version],
  )
  if (outcome)
    return (
      <>
        <Steps at="progress" from="review" />
        <Progress place={place} outcome={outcome} onClose={onClose} />
      </>
    )
  if (!link)
    return (
      <Nothing title="The link names no message.">
        Open it from the messages of the safe it belongs to; the link then leads
        there again.
      </Nothing>
    )
  if (!data && error)
    return (
      <FailedLookup thing="message" error={error} onRetry={refetch}>
        The gateway knows no message of this hash. It may belong to another
        network, or nobody has proposed it yet.
      </FailedLookup>
    )
  if (!data || !compared) return <LoadingRows count={4} />
  if (compared.status === 'refused')
    return (
      <EmptyState
        picture={<Seal address={address} state="invalid" size={72} />}
        title="Refused. This is not the message that the link names."
        facts={compared.facts}
      >
        {compared.reason} It is not shown, so that nobody signs it for the one
        that was asked for.
      </EmptyState>
    )
  return (
    <>
      <Steps at="review" from="review" />
      {readMessageApp(data) && (
        <p className={classes.who}>
          Asked for by the app <MessageApp message={data} />
        </p>
      )}
      <MessageReview
        place={place}
        content={data.message}
        proposal={data}
        backTitle="Close"
        onBack={onClose}
        onDone={setOutcome}
      />
    </>
  )
}
