import type { MessageContent } from '@covault/api'
import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, useEffect, useState } from 'react'
import { BadMessageError } from '../../apps/readMessage.js'
import { type PersonRequest, requestDesk } from '../../apps/requestDesk.js'
import { LoadingRows } from '../../components/ListStates.js'
import { createChainClient } from '../../trust/chainClient.js'
import { toDomain } from '../../trust/domain.js'
import { Remark } from '../../ui/Remark.js'
import { describeError } from '../../words/errors.js'
import type { Outcome } from '../act/outcome.js'
import { tellApp } from '../act/tellApp.js'
import { AppHead, GoneRequest, WithdrawnRequest } from '../machine/AppHead.js'
import { EndedReview } from '../machine/EndedReview.js'
import type { ActionProps } from '../machine/flow.js'
import { Steps } from '../machine/Steps.js'
import { useAskedRequest } from '../machine/useAskedRequest.js'
import { buildOnChainSignature } from './buildOnChainSignature.js'
import { checkMessageInput } from './checkMessageInput.js'
import { canSignOffChain } from './input.js'
import { OffChainReview } from './OffChainReview.js'
import { OnChainReview } from './OnChainReview.js'

/** A message that an app wrote: reviewed like one that was typed here. */
export function AppMessage(props: ActionProps) {
  const { id } = props.search
  return <Asked key={id} id={id ?? ''} {...props} />
}

type Message = Extract<PersonRequest, { kind: 'message' }>

function Asked({ id, ...props }: ActionProps & { id: string }) {
  const { request, withdrawal } = useAskedRequest(id, props.place)
  if (request?.kind !== 'message')
    return <GoneRequest onClose={props.onClose} />
  return (
    <Checked {...props} id={id} request={request} withdrawal={withdrawal} />
  )
}

/** As strictly as what is pasted: what could be read in two ways is refused. */
function Checked(
  props: ActionProps & {
    id: string
    request: Message
    withdrawal: string | undefined
  },
) {
  const { id, request, place } = props
  const { message } = request
  const way = canSignOffChain(place.chain) ? request.way : 'onChain'
  const { content, mistakes } = checkMessageInput(
    {
      kind: message.kind,
      text: message.kind === 'text' ? message.text : '',
      typedData: message.kind === 'typedData' ? message.json : '',
      way,
    },
    place,
  )
  const mistake = mistakes.text
  useEffect(() => {
    if (mistake) requestDesk.reject(id, new BadMessageError(mistake))
  }, [id, mistake])
  if (content === undefined)
    return (
      <>
        <AppHead app={request.app} />
        <Remark kind="danger" role="alert">
          The app’s message can’t be signed. {mistake}
        </Remark>
      </>
    )
  return <Run {...props} way={way} content={content} />
}

function Run({
  place,
  id,
  request: { app, expiresAt },
  withdrawal,
  way,
  content,
  onClose,
}: ActionProps & {
  id: string
  request: Message
  withdrawal: string | undefined
  way: Message['way']
  content: MessageContent
}) {
  const [outcome, setOutcome] = useState<Outcome>()
  if (outcome)
    return <EndedReview place={place} outcome={outcome} onClose={onClose} />
  if (withdrawal !== undefined)
    return <WithdrawnRequest app={app} reason={withdrawal} onClose={onClose} />
  const review = {
    ...{ place, content, app, expiresAt },
    onBack: onClose,
    onDone: (done: Outcome) => {
      tellApp(id, done)
      setOutcome(done)
    },
  }
  return (
    <>
      <Steps at="review" from="review" />
      <AppHead app={app} />
      {way === 'offChain' ? (
        <OffChainReview {...review} backTitle="Close" />
      ) : (
        <OnChain {...review} />
      )}
    </>
  )
}

/** The transaction that marks it as signed is built from the chain first. */
function OnChain(
  props: Omit<ComponentProps<typeof OnChainReview>, 'call' | 'note' | 'onNote'>,
) {
  const { place, content } = props
  const [note, setNote] = useState('')
  const { chain, address, safe } = place
  const { data: call, error } = useQuery({
    queryKey: ['onChainSignature', chain.chainId, address, content],
    queryFn: () =>
      buildOnChainSignature(createChainClient(chain), {
        domain: toDomain(chain, safe),
        content,
      }),
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  })
  if (error)
    return (
      <Remark kind="danger" role="alert">
        {describeError(error)}
      </Remark>
    )
  if (!call) return <LoadingRows count={4} />
  return <OnChainReview {...props} call={call} note={note} onNote={setNote} />
}
