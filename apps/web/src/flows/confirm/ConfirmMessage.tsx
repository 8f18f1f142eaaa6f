import type { Message } from '@covault/api'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type Hex, isHash } from 'viem'
import { Nothing } from '../../components/LookupStates.js'
import {
  MessageApp,
  readMessageApp,
} from '../../components/transaction/MessageApp.js'
import { messageQuery } from '../../queries/messages.js'
import { toDomain } from '../../trust/domain.js'
import { Seal } from '../../ui/drawn/Seal.js'
import { EmptyState } from '../../ui/EmptyState.js'
import { absentMessageWords } from '../../words/lookups.js'
import type { Outcome } from '../act/outcome.js'
import classes from '../machine/AppHead.module.css'
import type { ActionProps } from '../machine/flow.js'
import { Steps } from '../machine/Steps.js'
import { MessageReview } from '../review/MessageReview.js'
import { Confirm } from './Confirm.js'
import { compareWithLink } from './compareWithLink.js'

export function ConfirmMessage(props: ActionProps) {
  const { chain, address } = props.place
  const asked = (props.search.messageHash ?? '').toLowerCase()
  const link = isHash(asked) ? asked : undefined
  const lookup = useQuery({
    ...messageQuery({
      chainId: chain.chainId,
      address,
      messageHash: link ?? '0x',
    }),
    enabled: link !== undefined,
  })
  if (!link)
    return (
      <Nothing title="This link doesn’t name a message.">
        Open the message from the messages of its safe.
      </Nothing>
    )
  return (
    <Confirm
      {...props}
      thing="message"
      lookup={lookup}
      absent={absentMessageWords}
      review={(message, onDone) => (
        <Compared {...props} link={link} message={message} onDone={onDone} />
      )}
    />
  )
}

function Compared({
  place,
  link,
  message,
  onClose,
  onDone,
}: ActionProps & {
  link: Hex
  message: Message
  onDone: (outcome: Outcome) => void
}) {
  const { chain, address, safe } = place
  const { version } = safe
  const compared = useMemo(
    () =>
      compareWithLink(toDomain(chain, { address, version }), { message, link }),
    [message, link, chain, address, version],
  )
  if (compared.status === 'refused')
    return (
      <EmptyState
        picture={<Seal address={address} state="invalid" size={72} />}
        title="Blocked: this isn’t the message in the link."
        facts={compared.facts}
      >
        {compared.reason} The message isn’t shown, so that you don’t sign the
        wrong one.
      </EmptyState>
    )
  return (
    <>
      <Steps at="review" from="review" />
      {readMessageApp(message) && (
        <p className={classes.who}>
          Requested by the app <MessageApp message={message} />
        </p>
      )}
      <MessageReview
        place={place}
        content={message.message}
        proposal={message}
        backTitle="Close"
        onBack={onClose}
        onDone={onDone}
      />
    </>
  )
}
