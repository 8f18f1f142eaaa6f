import { Button } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { BatchList } from '../../components/batch/BatchList.js'
import { LoadingRows } from '../../components/ListStates.js'
import { useAddressText } from '../../hooks/useAddressTexts.js'
import { useDraftBatch } from '../../hooks/useDraftBatch.js'
import { useStable } from '../../hooks/useStable.js'
import { openFlow } from '../../lib/flowSearch.js'
import { formatCount } from '../../lib/formatCount.js'
import { addToBatch, changeBatch } from '../../preferences/draftBatches.js'
import { Form } from '../../ui/Form.js'
import { Remark } from '../../ui/Remark.js'
import { Section } from '../../ui/Section.js'
import { replaceCall } from '../../understand/batch/changeCalls.js'
import { describeError } from '../../words/errors.js'
import type { FormProps } from '../machine/flow.js'
import classes from './BuilderForm.module.css'
import { CallFields } from './CallFields.js'
import { type BuiltCall, checkBuilder } from './checkBuilder.js'
import { type BuilderInput, clearCall, fromBatchedCall } from './input.js'

const source = 'Transaction builder'

/** One call of any contract, for the batch or for a review of its own. */
export function BuilderForm(props: FormProps<BuilderInput>) {
  const { place, input } = props
  const { chain, address } = place
  const batch = useDraftBatch({ chainId: chain.chainId, address })
  if (batch === undefined) return <LoadingRows count={3} />
  const edited = batch?.calls.find(({ id }) => id === input.editedId)
  const shown =
    edited && input.isPristine
      ? fromBatchedCall(edited, chain.nativeCurrency)
      : input
  return (
    <div className={classes.builder}>
      {input.editedId !== null && !edited && (
        <Remark kind="warn" role="status">
          This call is no longer in the batch. Your changes are added as a new
          call.
        </Remark>
      )}
      <CallForm {...props} input={shown} isEdit={edited !== undefined} />
      {batch && (
        <Section
          title="Draft batch"
          note={formatCount(batch.calls.length, 'call')}
          end={
            <Link to="." search={openFlow('batch')}>
              Open batch
            </Link>
          }
        >
          <BatchList place={place} batch={batch} editedId={edited?.id} />
        </Section>
      )}
    </div>
  )
}

function CallForm({
  place: { chain, address },
  input,
  onInput,
  onDone,
  onReset,
  isEdit,
}: FormProps<BuilderInput> & { isEdit: boolean }) {
  const form = useRef<HTMLFormElement>(null)
  const navigate = useNavigate()
  const to = useAddressText(chain, input.to)
  const [isSubmitted, setSubmitted] = useState(false)
  const [problem, setProblem] = useState('')
  const [news, setNews] = useState('')
  const { nativeCurrency } = chain
  const { call, mistakes } = checkBuilder(input, { to, nativeCurrency })
  const write = (part: Partial<BuilderInput>) => {
    setNews('')
    setProblem('')
    onInput({ ...input, ...part, isPristine: false })
  }
  /** With a mistake the first field that has one is shown. */
  const attempt = (act: (built: BuiltCall) => void) => {
    if (call) return act(call)
    flushSync(() => setSubmitted(true))
    const wrong = form.current?.querySelector<HTMLElement>(
      '[aria-invalid="true"], [data-invalid="true"]',
    )
    wrong?.focus()
  }
  const finish = useStable(onDone)
  const review = (built: BuiltCall) => {
    flushSync(() => onInput({ ...input, to: built.to, isPristine: false }))
    finish()
  }
  const keep = async (built: BuiltCall) => {
    const batchPlace = { chainId: chain.chainId, address }
    try {
      if (isEdit && input.editedId !== null) {
        const id = input.editedId
        await changeBatch(batchPlace, (batch) => ({
          ...batch,
          calls: replaceCall(batch.calls, id, { ...built, source }),
        }))
        flushSync(() => void onReset?.(clearCall(input)))
        void navigate({ to: '.', search: openFlow('batch') })
        return
      }
      const count = await addToBatch(batchPlace, [{ ...built, source }])
      await onReset?.(clearCall({ ...input, to: built.to }))
      setSubmitted(false)
      setNews(`Added. ${formatCount(count, 'call')} in the draft batch.`)
    } catch (error) {
      setProblem(describeError(error))
    }
  }
  return (
    <Form
      ref={form}
      className={classes.form}
      onSubmit={() => attempt((built) => void keep(built))}
    >
      <CallFields
        chain={chain}
        input={input}
        to={to}
        mistakes={mistakes}
        isSubmitted={isSubmitted}
        onWrite={write}
      />
      {problem && (
        <Remark kind="danger" role="alert">
          {problem}
        </Remark>
      )}
      <div className={classes.end}>
        <Button type="submit">
          {isEdit ? 'Save change' : 'Add to draft batch'}
        </Button>
        {!isEdit && (
          <Button variant="default" onClick={() => attempt(review)}>
            Review this call only
          </Button>
        )}
        <p className={classes.news} role="status">
          {news}
        </p>
      </div>
    </Form>
  )
}
