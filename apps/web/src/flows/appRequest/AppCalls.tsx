import { useState } from 'react'
import { type PersonRequest, requestDesk } from '../../apps/requestDesk.js'
import type { ActionProps } from '../flow.js'
import { LazyProgress } from '../lazyParts.js'
import { NewReview } from '../NewReview.js'
import type { Outcome } from '../outcome.js'
import { AppHead, GoneRequest } from '../review/AppHead.js'
import { Steps } from '../Steps.js'
import { tellApp } from '../tellApp.js'

/** The same review as of our own flows, with the app's origin above it. */
export function AppCalls(props: ActionProps) {
  const { id } = props.search
  return <Asked key={id} id={id ?? ''} {...props} />
}

type Calls = Extract<PersonRequest, { kind: 'calls' }>

function Asked(props: ActionProps & { id: string }) {
  // It is off the desk when it is answered, and still shown.
  const [request] = useState(() => requestDesk.find(props.id))
  if (request?.kind !== 'calls') return <GoneRequest onClose={props.onClose} />
  return <Run {...props} request={request} />
}

function Run({
  place,
  id,
  request: { app, calls, leftOut, canBatch },
  onClose,
}: ActionProps & { id: string; request: Calls }) {
  const [note, setNote] = useState('')
  const [outcome, setOutcome] = useState<Outcome>()
  if (outcome)
    return (
      <>
        <Steps at="progress" from="review" />
        <LazyProgress place={place} outcome={outcome} onClose={onClose} />
      </>
    )
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
