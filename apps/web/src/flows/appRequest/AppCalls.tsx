import { useState } from 'react'
import type { PersonRequest } from '../../apps/requestDesk.js'
import type { Outcome } from '../act/outcome.js'
import { tellApp } from '../act/tellApp.js'
import { AppHead, GoneRequest, WithdrawnRequest } from '../machine/AppHead.js'
import { EndedReview } from '../machine/EndedReview.js'
import type { ActionProps } from '../machine/flow.js'
import { NewReview } from '../machine/NewReview.js'
import { Steps } from '../machine/Steps.js'
import { useAskedRequest } from '../machine/useAskedRequest.js'

/** The same review as of our own flows, with the app's origin above it. */
export function AppCalls(props: ActionProps) {
  const { id } = props.search
  return <Asked key={id} id={id ?? ''} {...props} />
}

type Calls = Extract<PersonRequest, { kind: 'calls' }>

function Asked(props: ActionProps & { id: string }) {
  const { request, withdrawal } = useAskedRequest(props.id, props.place)
  if (request?.kind !== 'calls') return <GoneRequest onClose={props.onClose} />
  return <Run {...props} request={request} withdrawal={withdrawal} />
}

function Run({
  place,
  id,
  request: { app, calls, leftOut, canBatch, expiresAt },
  withdrawal,
  onClose,
}: ActionProps & {
  id: string
  request: Calls
  withdrawal: string | undefined
}) {
  const [note, setNote] = useState('')
  const [outcome, setOutcome] = useState<Outcome>()
  if (outcome)
    return <EndedReview place={place} outcome={outcome} onClose={onClose} />
  if (withdrawal !== undefined)
    return <WithdrawnRequest app={app} reason={withdrawal} onClose={onClose} />
  return (
    <>
      <Steps at="review" from="review" />
      <AppHead app={app} leftOut={leftOut} />
      <NewReview
        place={place}
        calls={calls}
        nonceText={undefined}
        batchAs={canBatch ? app.name : undefined}
        app={app}
        expiresAt={expiresAt}
        note={note}
        onNote={setNote}
        onBack={onClose}
        onDone={(done) => {
          tellApp(id, done)
          setOutcome(done)
        }}
      />
    </>
  )
}
