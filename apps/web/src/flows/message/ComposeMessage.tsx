import type { MessageContent } from '@covault/api'
import type { Call } from '@covault/protocol'
import { useMutation, useQuery } from '@tanstack/react-query'
import { lazy, useState } from 'react'
import * as z from 'zod/mini'
import { LoadingRows } from '../../components/ListStates.js'
import { createChainClient } from '../../trust/chainClient.js'
import { toDomain } from '../../trust/domain.js'
import { Remark } from '../../ui/Remark.js'
import { describeError } from '../../words/errors.js'
import { drafts, nameDraft } from '../act/keptWork.js'
import type { Outcome } from '../act/outcome.js'
import classes from '../machine/CallFlowRun.module.css'
import type { ActionProps } from '../machine/flow.js'
import { LeaveQuestion } from '../machine/LeaveQuestion.js'
import { LazyProgress } from '../machine/lazyParts.js'
import { Steps } from '../machine/Steps.js'
import { buildOnChainSignature } from './buildOnChainSignature.js'
import { createInput, type MessageInput, messageInput } from './input.js'
import { MessageForm } from './MessageForm.js'
import { OffChainReview } from './OffChainReview.js'

const LazyOnChainReview = lazy(async () => {
  const { OnChainReview } = await import('./OnChainReview.js')
  return { default: OnChainReview }
})

type Draft = { input: MessageInput; note: string } | null

/** Compose, review, sign: a message from its form on. */
export function ComposeMessage(props: ActionProps) {
  const { chain, address } = props.place
  const name = nameDraft({ chainId: chain.chainId, address }, 'message')
  const { data: draft } = useQuery({
    queryKey: ['draft', name],
    queryFn: async (): Promise<Draft> => {
      const kept = await drafts.read(name)
      const parsed = z.safeParse(messageInput, kept?.input)
      if (!kept || !parsed.success) return null
      return { input: parsed.data, note: kept.note }
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  if (draft === undefined) return <LoadingRows count={3} />
  return <Run {...props} name={name} draft={draft} />
}

type Step =
  | { step: 'compose' }
  | { step: 'offChain'; content: MessageContent }
  | { step: 'onChain'; content: MessageContent; call: Call }
  | { step: 'done'; outcome: Outcome }

function Run({
  place,
  onClose,
  name,
  draft,
}: ActionProps & { name: string; draft: Draft }) {
  const [isDraft, setDraft] = useState(draft !== null)
  const [isTouched, setTouched] = useState(false)
  const [input, setInput] = useState(draft?.input ?? createInput(place))
  const [note, setNote] = useState(draft?.note ?? '')
  const [at, setAt] = useState<Step>({ step: 'compose' })
  const build = useMutation({
    mutationFn: async (content: MessageContent): Promise<Step> => {
      if (input.way === 'offChain') return { step: 'offChain', content }
      const call = await buildOnChainSignature(createChainClient(place.chain), {
        domain: toDomain(place.chain, place.safe),
        content,
      })
      return { step: 'onChain', content, call }
    },
    onSuccess: setAt,
  })
  const keep = (texts: MessageInput, words: string) =>
    void drafts.write(name, { input: texts, note: words, at: Date.now() })
  const forget = () => void drafts.remove(name)
  const goBack = () => setAt({ step: 'compose' })
  const isReview = at.step === 'offChain' || at.step === 'onChain'
  const isOpen = at.step === 'compose' || isReview
  return (
    <>
      <Steps at={isReview ? 'review' : isOpen ? 'compose' : 'progress'} />
      {isOpen && (
        <LeaveQuestion
          isOpenWork={isTouched}
          onBack={isReview ? goBack : undefined}
          onDiscard={forget}
        />
      )}
      {at.step === 'compose' && (
        <div className={classes.compose}>
          <h1 className={classes.title}>New message</h1>
          {isDraft && (
            <p className={classes.draft} role="status">
              Continued from where it was left.{' '}
              <button
                type="button"
                className={classes.link}
                onClick={() => {
                  forget()
                  setDraft(false)
                  setInput(createInput(place))
                }}
              >
                Start over
              </button>
            </p>
          )}
          {build.error && (
            <div className={classes.problem}>
              <Remark kind="danger" role="alert">
                {describeError(build.error)}
              </Remark>
            </div>
          )}
          <fieldset disabled={build.isPending} className={classes.form}>
            <MessageForm
              place={place}
              input={input}
              onInput={(texts) => {
                setTouched(true)
                keep(texts, note)
                setInput(texts)
              }}
              onDone={build.mutate}
            />
          </fieldset>
        </div>
      )}
      {at.step === 'offChain' && (
        <OffChainReview
          place={place}
          content={at.content}
          backTitle="Back"
          onBack={goBack}
          onDone={(outcome) => {
            forget()
            setAt({ step: 'done', outcome })
          }}
        />
      )}
      {at.step === 'onChain' && (
        <LazyOnChainReview
          place={place}
          content={at.content}
          call={at.call}
          note={note}
          onNote={(words) => {
            setNote(words)
            keep(input, words)
          }}
          onBack={goBack}
          onDone={(outcome) => {
            forget()
            setAt({ step: 'done', outcome })
          }}
        />
      )}
      {at.step === 'done' && (
        <LazyProgress place={place} outcome={at.outcome} onClose={onClose} />
      )}
    </>
  )
}
