import { BaseError } from '@covault/protocol'
import {
  type QueryClient,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect, useReducer, useRef, useState } from 'react'
import { LoadingRows } from '../../components/ListStates.js'
import { Conflicts } from '../../components/transaction/Conflicts.js'
import { changeBatch, takeFromBatch } from '../../preferences/draftBatches.js'
import { transactionQuery } from '../../queries/transactions.js'
import { createChainClient } from '../../trust/chainClient.js'
import { safeQuery } from '../../trust/safe.js'
import { listCalls } from '../../understand/decode/listCalls.js'
import { readTransaction } from '../../understand/decode/readTransaction.js'
import { describeError } from '../../words/errors.js'
import { drafts, nameDraft } from '../act/keptWork.js'
import type { Outcome } from '../act/outcome.js'
import { Progress } from '../progress/Progress.js'
import type { AddressSwap } from '../review/reviewProps.js'
import { assertBatchable } from './assertBatchable.js'
import classes from './CallFlowRun.module.css'
import { Compose } from './Compose.js'
import type { ActionProps, AnyCallFlow, FlowReviewProps } from './flow.js'
import { type FlowState, flowReducer } from './flowReducer.js'
import { LeaveQuestion } from './LeaveQuestion.js'
import { NewReview } from './NewReview.js'
import { prefetchReview } from './prefetchReview.js'
import { Steps } from './Steps.js'
import { swapAddress, swapInCalls } from './swapAddress.js'

/** What was left in the form, or what it shall replace. */
type Draft = { input: unknown; note: string; isKept: boolean } | null

/** Compose, review, sign, progress: one flow of calls from its form on. */
export function CallFlowRun(props: ActionProps & { flow: AnyCallFlow }) {
  const { flow, place, search } = props
  const name = nameDraft(
    { chainId: place.chain.chainId, address: place.address },
    flow.id,
  )
  const queries = useQueryClient()
  const isReplacing = Boolean(search.id && search.nonce)
  // A link that names a token or a person means what it names.
  const isAsked = Boolean(search.token || search.recipient || search.id)
  // The form is there in the turn of the click where nothing has to be read.
  const [atOnce] = useState((): Draft | undefined => {
    if (isReplacing) return undefined
    if (!flow.hasForm || isAsked) return null
    const read = drafts.findAhead(name)
    return read && toDraft(flow, read.value)
  })
  const { data: draft = atOnce } = useQuery({
    queryKey: ['draft', name, search.id ?? ''],
    queryFn: async (): Promise<Draft> => {
      if (!isReplacing) return toDraft(flow, await drafts.read(name))
      const input = await readReplaced(queries, props)
      return input === undefined ? null : { input, note: '', isKept: false }
    },
    enabled: atOnce === undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    structuralSharing: false,
  })
  if (draft === undefined) return <LoadingRows count={3} />
  return <Run {...props} name={name} draft={draft} />
}

function toDraft(
  flow: AnyCallFlow,
  kept: Awaited<ReturnType<typeof drafts.read>>,
): Draft {
  const input = kept && flow.parse(kept.input)
  return input === undefined
    ? null
    : { input, note: kept?.note ?? '', isKept: true }
}

function Run(
  props: ActionProps & { flow: AnyCallFlow; name: string; draft: Draft },
) {
  const { flow, place, search, onClose, name, draft } = props
  const [isDraft, setDraft] = useState(draft?.isKept ?? false)
  const [note, setNote] = useState(draft?.note ?? '')
  const { state, dispatch, edit, build } = useFlowState(flow, place, () =>
    draft ? draft.input : flow.initial(place, search),
  )
  const [isTouched, setTouched] = useState(false)
  const keep = (input: unknown, words: string) =>
    void drafts.write(name, { input, note: words, at: Date.now() })
  const forget = () => drafts.remove(name)
  const begin = (input: unknown): Promise<void> => {
    const forgotten = forget()
    setDraft(false)
    edit(input)
    return forgotten
  }
  useEffect(prefetchReview, [])
  const nonceText = search.nonce
  const back = flow.hasForm ? () => dispatch({ type: 'back' }) : undefined
  const review = {
    place,
    note,
    onNote: (words: string) => {
      setNote(words)
      if (flow.hasForm) keep(state.input, words)
    },
    onUseInstead: flow.hasForm
      ? async (swap: AddressSwap) => {
          const input = swapAddress(state.input, swap)
          if (flow.isBatch) await swapInBatch(place, swap)
          else keep(input, note)
          dispatch({ type: 'back' })
          edit(input)
        }
      : undefined,
    onBack: back ?? onClose,
    onDone: (outcome: Outcome) => {
      void forget()
      rememberOutcome({ flow, place, state, outcome })
      dispatch({ type: 'done', outcome })
    },
  }
  return (
    <>
      <Steps
        at={findStep(flow, state)}
        from={flow.hasForm ? 'compose' : 'review'}
      />
      {state.step === 'compose' && (
        <ConflictsAt place={place} nonceText={nonceText} />
      )}
      {state.step !== 'progress' && (
        <LeaveQuestion
          isOpenWork={isTouched && flow.hasForm}
          onBack={state.step === 'review' ? back : undefined}
          onDiscard={forget}
        />
      )}
      {(state.step === 'compose' || state.step === 'build') && (
        <Compose
          flow={flow}
          place={place}
          state={state}
          onStartOver={
            isDraft ? () => void begin(flow.initial(place, search)) : undefined
          }
          onInput={(input) => {
            setTouched(true)
            keep(input, note)
            edit(input)
          }}
          onDone={build}
          onCancel={onClose}
          onReset={(input) => {
            setTouched(false)
            return begin(input)
          }}
        />
      )}
      {state.step === 'review' && (
        <ReviewStep
          {...review}
          flow={flow}
          state={state}
          nonceText={nonceText}
        />
      )}
      {state.step === 'progress' && (
        <>
          <Progress place={place} outcome={state.outcome} onClose={onClose} />
          <flow.Next place={place} input={state.input} />
        </>
      )}
    </>
  )
}

/** Those beside which the link wants a new one. */
function ConflictsAt({
  place,
  nonceText = '',
}: {
  place: ActionProps['place']
  nonceText: string | undefined
}) {
  if (!/^\d{1,78}$/.test(nonceText)) return null
  return (
    <div className={classes.compose}>
      <Conflicts place={place} nonce={BigInt(nonceText)} />
    </div>
  )
}

function useFlowState(
  flow: AnyCallFlow,
  place: ActionProps['place'],
  begin: () => unknown,
) {
  const [state, dispatch] = useReducer(
    flowReducer,
    undefined,
    (): FlowState => ({ step: 'compose', input: begin(), problem: undefined }),
  )
  // What was typed last, also before the next drawing.
  const latest = useRef(state.input)
  const build = useBuild({ flow, place, latest, dispatch })
  useFormless(flow, state, build)
  const edit = (input: unknown) => {
    latest.current = input
    dispatch({ type: 'edit', input })
  }
  return { state, dispatch, edit, build }
}

/** The content of what is replaced, as far as this form can hold it. */
async function readReplaced(
  queries: QueryClient,
  { flow, place, search }: ActionProps & { flow: AnyCallFlow },
): Promise<unknown> {
  const { chain, address, safe } = place
  const { chainId } = chain
  const details = await queries.fetchQuery(
    transactionQuery({ chainId, address, id: search.id ?? '' }),
  )
  const { version } = safe
  const { call } = readTransaction(details, { chainId, address, version })
  return call && flow.readCalls(listCalls(call), place, search)
}

/** The calls of a batch are kept outside of its form. */
async function swapInBatch(
  { chain: { chainId }, address }: ActionProps['place'],
  swap: AddressSwap,
): Promise<void> {
  await changeBatch({ chainId, address }, (batch) => ({
    ...batch,
    calls: swapInCalls(batch.calls, swap),
  }))
}

/** Its own review, where calls are not all that is signed. */
function ReviewStep({
  flow,
  state,
  nonceText,
  ...review
}: Omit<FlowReviewProps<unknown>, 'input' | 'calls'> & {
  flow: AnyCallFlow
  state: Extract<FlowState, { step: 'review' }>
  nonceText: string | undefined
}) {
  const { input, calls, app } = state
  if (flow.Review)
    return <flow.Review {...review} input={input} calls={calls} />
  return (
    <NewReview
      {...review}
      calls={calls}
      names={flow.names(input)}
      nonceText={nonceText}
      batchAs={flow.isBatch ? undefined : flow.title}
      app={app}
    />
  )
}

function rememberOutcome({
  flow,
  place,
  state,
  outcome,
}: Pick<ActionProps, 'place'> & {
  flow: AnyCallFlow
  state: FlowState
  outcome: Outcome
}): void {
  const { chain, address } = place
  const calls = state.step === 'review' ? state.calls : []
  if (outcome.kind !== 'batched') flow.remember(state.input, { place, calls })
  if (flow.isBatch && outcome.kind !== 'kept')
    void takeFromBatch({ chainId: chain.chainId, address }, calls)
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
      if (calls.length > 1) await assertBatchable(snapshot)
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
    super('This address no longer answers like a safe.')
  }
}
