import { Button, SegmentedControl, TextInput } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { type FormEvent, lazy, Suspense, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { AddressInput } from '../../components/AddressInput.js'
import { LoadingRows } from '../../components/ListStates.js'
import { useAddressText } from '../../hooks/useAddressTexts.js'
import { useDraftBatch } from '../../hooks/useDraftBatch.js'
import { useStable } from '../../hooks/useStable.js'
import { openFlow } from '../../lib/flowSearch.js'
import { formatCount } from '../../lib/formatCount.js'
import {
  addToBatch,
  changeBatch,
  type DraftBatch,
} from '../../preferences/draftBatches.js'
import { Remark } from '../../ui/Remark.js'
import { SectionHead } from '../../ui/SectionHead.js'
import { replaceCall } from '../../understand/batch/changeCalls.js'
import type { SafePlace } from '../../understand/safe/safePlace.js'
import { describeError } from '../../words/errors.js'
import type { FormProps } from '../machine/flow.js'
import { ArgumentFields } from './ArgumentFields.js'
import classes from './BuilderForm.module.css'
import { type BuiltCall, checkBuilder } from './checkBuilder.js'
import {
  type BuilderInput,
  chooseMethod,
  clearCall,
  fromBatchedCall,
  readMethod,
} from './input.js'
import { MethodChoice } from './MethodChoice.js'
import { TextArea } from './TextArea.js'

/** The list brings the decoder, which the form can be drawn without. */
const LazyBatchList = lazy(async () => {
  const { BatchList } = await import('../../components/batch/BatchList.js')
  return { default: BatchList }
})

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
          The call that the link names is not in the batch any more. What you
          build here is added as a new one.
        </Remark>
      )}
      <CallForm {...props} input={shown} isEdit={edited !== undefined} />
      {batch && (
        <BatchPart
          place={place}
          batch={batch}
          editedId={edited ? edited.id : undefined}
        />
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
  const told = isSubmitted ? mistakes : undefined
  const method = readMethod(input)
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
        flushSync(() => onReset?.(clearCall(input)))
        void navigate({ to: '.', search: openFlow('batch') })
        return
      }
      const count = await addToBatch(batchPlace, [{ ...built, source }])
      onReset?.(clearCall({ ...input, to: built.to }))
      setSubmitted(false)
      setNews(`Added. ${formatCount(count, 'call')} in the batch.`)
    } catch (error) {
      setProblem(describeError(error))
    }
  }
  return (
    <form
      ref={form}
      className={classes.form}
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        attempt((built) => void keep(built))
      }}
    >
      <AddressInput
        label="Contract or recipient"
        chain={chain}
        text={input.to}
        onText={(text) => write({ to: text })}
        address={to}
        error={told?.to}
      />
      <SegmentedControl
        className={classes.kinds}
        aria-label="How the call is written"
        withItemsBorders={false}
        value={input.kind}
        onChange={(kind) =>
          write({ kind: kind === 'data' ? 'data' : 'method' })
        }
        data={[
          { value: 'method', label: 'Function of a contract' },
          { value: 'data', label: 'Raw data' },
        ]}
      />
      {input.kind === 'method' ? (
        <>
          <MethodChoice
            chain={chain}
            address={to.address}
            abi={input.abi}
            onAbi={(abi) => write({ abi })}
            method={method}
            mistake={told?.method}
            onMethod={(chosen) =>
              write({ ...chooseMethod(input, chosen), abi: input.abi })
            }
          />
          {method && (
            <ArgumentFields
              chain={chain}
              method={method}
              values={input.values}
              mistakes={mistakes?.values}
              isSubmitted={isSubmitted}
              onValues={(values) => write({ values })}
            />
          )}
        </>
      ) : (
        <TextArea
          label="Data in hexadecimal digits"
          hint={describeData(input.data)}
          isCode
          rows={4}
          value={input.data}
          error={told?.data}
          onValue={(data) => write({ data })}
        />
      )}
      {(input.kind === 'data' || method?.stateMutability === 'payable') && (
        <TextInput
          label={`Value in ${nativeCurrency.symbol}`}
          description="What the safe sends along with the call."
          inputMode="decimal"
          autoComplete="off"
          placeholder="0"
          value={input.value}
          error={told?.value}
          onChange={(event) => write({ value: event.target.value })}
        />
      )}
      {problem && (
        <Remark kind="danger" role="alert">
          {problem}
        </Remark>
      )}
      <div className={classes.end}>
        <Button type="submit">
          {isEdit ? 'Save the change' : 'Add to batch'}
        </Button>
        {!isEdit && (
          <Button variant="default" onClick={() => attempt(review)}>
            Review only this call
          </Button>
        )}
        <p className={classes.news} role="status">
          {news}
        </p>
      </div>
    </form>
  )
}

function BatchPart({
  place,
  batch,
  editedId,
}: {
  place: SafePlace
  batch: DraftBatch
  editedId: number | undefined
}) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <SectionHead
        id={id}
        title="Draft batch"
        note={formatCount(batch.calls.length, 'call')}
        end={
          <Link to="." search={openFlow('batch')}>
            Open the batch
          </Link>
        }
      />
      <Suspense
        fallback={<LoadingRows count={Math.min(batch.calls.length, 8)} />}
      >
        <LazyBatchList place={place} batch={batch} editedId={editedId} />
      </Suspense>
    </section>
  )
}

function describeData(data: string): string {
  const digits = data.trim().replace(/^0x/i, '').replace(/\s/g, '')
  if (digits === '') return 'Nothing: the call only sends value.'
  return `${formatCount(Math.ceil(digits.length / 2), 'byte')}. What they do shows in the batch and in the review.`
}
