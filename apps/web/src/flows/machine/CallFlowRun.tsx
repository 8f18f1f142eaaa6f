import { BaseError } from '@covault/protocol'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useReducer, useRef, useState } from 'react'
import { LoadingRows } from '../../components/ListStates.js'
import { focusWhenLost } from '../../lib/focusWhenLost.js'
import { takeFromBatch } from '../../preferences/draftBatches.js'
import { createChainClient } from '../../trust/chainClient.js'
import { safeQuery } from '../../trust/safe.js'
import { Remark } from '../../ui/Remark.js'
import { describeError } from '../../words/errors.js'
import { drafts, nameDraft } from '../act/keptWork.js'
import type { Outcome } from '../act/outcome.js'
import { Progress } from '../progress/Progress.js'
import classes from './CallFlowRun.module.css'
import type { ActionProps, AnyCallFlow } from './flow.js'
import { type FlowState, flowReducer } from './flowReducer.js'
import { LeaveQuestion } from './LeaveQuestion.js'
import { NewReview } from './NewReview.js'
import { prefetchReview } from './prefetchReview.js'
import { Steps } from './Steps.js'
import { TakenNonce } from './TakenNonce.js'

type Draft = { input: unknown; note: string } | null

/** Compose, review, sign, progress: one flow of calls from its form on. */
export function CallFlowRun(props: ActionProps & { flow: AnyCallFlow }) {
  const { flow, place, search } = props
  const name = nameDraft(
    { chainId: place.chain.chainId, address: place.address },
    flow.id,
  )
  const { data: draft } = useQuery({
    queryKey: ['draft', name, search.id ?? ''],
    queryFn: async (): Promise<Draft> => {
      // A link that names a token or a person means what it names.
      const isAsked = Boolean(search.token || search.recipient || search.id)
      const kept =
        flow.hasForm && !isAsked ? await drafts.read(name) : undefined
      const input = kept && flow.parse(kept.input)
      return input === undefined ? null : { input, note: kept?.note ?? '' }
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    structuralSharing: false,
  })
  if (draft === undefined) return <LoadingRows count={3} />
  return <Run {...props} name={name} draft={draft} />
}

function Run({
  flow,
  place,
  search,
  onClose,
  name,
  draft,
}: ActionProps & { flow: AnyCallFlow; name: string; draft: Draft }) {
  const [isDraft, setDraft] = useState(draft !== null)
  const [note, setNote] = useState(draft?.note ?? '')
  const [state, dispatch] = useReducer(
    flowReducer,
    undefined,
    (): FlowState => ({
      step: 'compose',
      input: draft ? draft.input : flow.initial(place, search),
      problem: undefined,
    }),
  )
  const [isTouched, setTouched] = useState(false)
  // What was typed last, also before the next drawing.
  const latest = useRef(state.input)
  const build = useBuild({ flow, place, latest, dispatch })
  const keep = (input: unknown, words: string) =>
    void drafts.write(name, { input, note: words, at: Date.now() })
  const forget = () => void drafts.remove(name)
  useFormless(flow, state, build)
  useEffect(prefetchReview, [])
  const nonceText = search.nonce
  const review = {
    place,
    note,
    onNote: (words: string) => {
      setNote(words)
      if (flow.hasForm) keep(state.input, words)
    },
    onBack: flow.hasForm ? () => dispatch({ type: 'back' }) : onClose,
    onDone: (outcome: Outcome) => {
      forget()
      const calls = state.step === 'review' ? state.calls : []
      if (outcome.kind !== 'batched')
        flow.remember(state.input, { place, calls })
      if (flow.isBatch && outcome.kind !== 'kept')
        void takeFromBatch(
          { chainId: place.chain.chainId, address: place.address },
          calls,
        )
      dispatch({ type: 'done', outcome })
    },
  }
  return (
    <>
      <Steps
        at={findStep(flow, state)}
        from={flow.hasForm ? 'compose' : 'review'}
      />
      {nonceText !== undefined && state.step !== 'progress' && (
        <TakenNonce place={place} nonce={nonceText} />
      )}
      {state.step !== 'progress' && (
        <LeaveQuestion
          isOpenWork={isTouched && flow.hasForm}
          onBack={
            state.step === 'review' && flow.hasForm
              ? () => dispatch({ type: 'back' })
              : undefined
          }
          onDiscard={forget}
        />
      )}
      {(state.step === 'compose' || state.step === 'build') && (
        <div className={classes.compose}>
          <h1 ref={focusWhenLost} className={classes.title} tabIndex={-1}>
            {flow.title}
          </h1>
          {isDraft && (
            <p className={classes.draft} role="status">
              Continued from where it was left.{' '}
              <button
                type="button"
                className={classes.link}
                onClick={() => {
                  forget()
                  setDraft(false)
                  latest.current = flow.initial(place, search)
                  dispatch({ type: 'edit', input: latest.current })
                }}
              >
                Start over
              </button>
            </p>
          )}
          {state.step === 'compose' && state.problem && (
            <div ref={focusWhenLost} className={classes.problem} tabIndex={-1}>
              <Remark kind="danger" role="alert">
                {state.problem}
              </Remark>
            </div>
          )}
          <fieldset disabled={state.step === 'build'} className={classes.form}>
            <flow.Form
              place={place}
              input={state.input}
              onInput={(input) => {
                latest.current = input
                setTouched(true)
                keep(input, note)
                dispatch({ type: 'edit', input })
              }}
              onDone={build}
              onReset={(input) => {
                forget()
                setDraft(false)
                setTouched(false)
                latest.current = input
                dispatch({ type: 'edit', input })
              }}
            />
          </fieldset>
          {state.step === 'build' && (
            <p className={classes.draft} role="status">
              Reading the chain…
            </p>
          )}
        </div>
      )}
      {state.step === 'review' &&
        (flow.Review ? (
          <flow.Review {...review} input={state.input} calls={state.calls} />
        ) : (
          <NewReview
            {...review}
            calls={state.calls}
            names={flow.names(state.input)}
            nonceText={nonceText}
            batchAs={flow.isBatch ? undefined : flow.title}
            app={state.app}
          />
        ))}
      {state.step === 'progress' && (
        <>
          <Progress place={place} outcome={state.outcome} onClose={onClose} />
          <flow.Next place={place} input={state.input} />
        </>
      )}
    </>
  )
}

/** What has nothing to compose begins with its review. */
function findStep({ hasForm }: AnyCallFlow, { step }: FlowState) {
  if (step === 'progress' || step === 'review') return step
  return hasForm ? 'compose' : 'review'
}

/** The safe is read anew: what the form saw may be minutes old. */
function useBuild({
  flow,
  place: { chain, address },
  latest,
  dispatch,
}: Pick<ActionProps, 'place'> & {
  flow: AnyCallFlow
  latest: { current: unknown }
  dispatch: (event: Parameters<typeof flowReducer>[1]) => void
}) {
  const queries = useQueryClient()
  return async () => {
    dispatch({ type: 'build' })
    const calls = flow.buildAtOnce(latest.current)
    if (calls) return dispatch({ type: 'built', calls })
    try {
      const reading = await queries.fetchQuery({
        ...safeQuery(chain, address),
        staleTime: 0,
      })
      if (reading.status !== 'safe') throw new SafeGoneError()
      const {
        safe,
        provenance: { block },
      } = reading
      const client = createChainClient(chain)
      const snapshot = { chain, address, safe, block, client }
      const [calls, app] = await Promise.all([
        flow.build(latest.current, snapshot),
        flow.findApp(latest.current, snapshot),
      ])
      dispatch({ type: 'built', calls, app })
    } catch (error) {
      dispatch({ type: 'failed', problem: describeError(error) })
    }
  }
}

/** Where there is nothing to choose, the review comes by itself. */
function useFormless(
  { hasForm }: AnyCallFlow,
  state: FlowState,
  build: () => Promise<void>,
): void {
  const isStarted = useRef(false)
  useEffect(() => {
    if (hasForm || isStarted.current || state.step !== 'compose') return
    isStarted.current = true
    void build()
  })
}

class SafeGoneError extends BaseError {
  constructor() {
    super('The address does not answer like a safe any more.')
  }
}
