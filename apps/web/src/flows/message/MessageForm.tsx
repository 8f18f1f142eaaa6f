import type { MessageContent } from '@covault/api'
import { Button, SegmentedControl } from '@mantine/core'
import { useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { formatCount } from '../../lib/formatCount.js'
import { isAlone } from '../../queries/gateway.js'
import { Form } from '../../ui/Form.js'
import { Remark } from '../../ui/Remark.js'
import type { SafePlace } from '../../understand/safe/safePlace.js'
import { checkMessageInput, isTypedData } from './checkMessageInput.js'
import { canSignOffChain, type MessageInput } from './input.js'
import classes from './MessageForm.module.css'

/** What shall be signed, and where. */
export function MessageForm({
  place: { chain, safe },
  input,
  onInput,
  onDone,
}: {
  place: SafePlace
  input: MessageInput
  onInput: (input: MessageInput) => void
  onDone: (content: MessageContent) => void
}) {
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const [isSubmitted, setSubmitted] = useState(false)
  const [isLeft, setLeft] = useState(false)
  const { content, mistakes, warning } = checkMessageInput(input, { chain })
  const isText = input.kind === 'text'
  const value = isText ? input.text : input.typedData
  const isTold = isSubmitted || (isLeft && value !== '')
  const mistake = isTold ? mistakes.text : undefined
  const submit = () => {
    if (content !== undefined) return onDone(content)
    flushSync(() => setSubmitted(true))
    field.current?.focus()
  }
  const switchToTypedData = () => {
    const typedData = input.text
    flushSync(() =>
      onInput({ ...input, kind: 'typedData', text: '', typedData }),
    )
    field.current?.focus()
  }
  return (
    <Form className={classes.form} onSubmit={submit}>
      <SegmentedControl
        className={classes.kinds}
        aria-label="Content"
        withItemsBorders={false}
        value={input.kind}
        onChange={(kind) => {
          setLeft(false)
          setSubmitted(false)
          onInput({ ...input, kind: kind === 'text' ? 'text' : 'typedData' })
        }}
        data={[
          { value: 'text', label: 'Text' },
          { value: 'typedData', label: 'Typed data' },
        ]}
      />
      <div className={classes.field}>
        <label className={classes.label} htmlFor={id}>
          {isText ? 'Message' : 'Typed data as JSON'}
        </label>
        <p className={classes.hint} id={`${id}-hint`}>
          {isText
            ? 'Signed exactly as entered, including spaces and line breaks (EIP-191).'
            : 'EIP-712: an object with types, primaryType, domain and message.'}
        </p>
        <textarea
          ref={field}
          id={id}
          className={isText ? classes.text : classes.code}
          rows={isText ? 6 : 14}
          spellCheck={isText}
          aria-describedby={`${id}-hint${mistake ? ` ${id}-mistake` : ''}`}
          aria-invalid={mistake !== undefined}
          value={value}
          onBlur={() => setLeft(true)}
          onChange={({ target }) =>
            onInput(
              isText
                ? { ...input, text: target.value }
                : { ...input, typedData: target.value },
            )
          }
        />
        <Said id={`${id}-mistake`} mistake={mistake} warning={warning} />
        {isText && isTypedData(input.text) && (
          <div>
            <Button size="xs" variant="default" onClick={switchToTypedData}>
              Switch to typed data
            </Button>
          </div>
        )}
      </div>
      <Ways
        chainName={chain.name}
        canSignOffChain={canSignOffChain(chain)}
        threshold={safe.threshold}
        way={input.way}
        mistake={mistakes.way}
        onWay={(way) => onInput({ ...input, way })}
      />
      <div className={classes.end}>
        <Button type="submit">Review</Button>
      </div>
    </Form>
  )
}

function Said({
  id,
  mistake,
  warning,
}: {
  id: string
  mistake: string | undefined
  warning: string | undefined
}) {
  return (
    <>
      {mistake && (
        <div id={id}>
          <Remark kind="danger" role="alert">
            {mistake}
          </Remark>
        </div>
      )}
      {warning && (
        <Remark kind="warn" role="alert">
          {warning}
        </Remark>
      )}
    </>
  )
}

function Ways({
  chainName,
  canSignOffChain,
  threshold,
  way,
  mistake,
  onWay,
}: {
  chainName: string
  canSignOffChain: boolean
  threshold: number
  way: MessageInput['way']
  mistake: string | undefined
  onWay: (way: MessageInput['way']) => void
}) {
  const name = useId()
  const ways = [
    {
      way: 'offChain',
      title: 'Off chain',
      words: `${isAlone ? `This needs ${formatCount(threshold, 'signature')}` : `The gateway collects ${formatCount(threshold, 'signature')}`}, without a fee. Apps verify them with the safe (EIP-1271).`,
      isOffered: canSignOffChain,
    },
    {
      way: 'onChain',
      title: 'On chain',
      words:
        'A transaction marks the message as signed, publicly and permanently. Apps then ask the safe whether the message is signed, and need no signatures from you. This uses a nonce and costs a fee. The message itself isn’t stored.',
      isOffered: true,
    },
  ] as const
  return (
    <fieldset className={classes.ways}>
      <legend className={classes.label}>Where</legend>
      {ways.map((one) => (
        <label key={one.way} className={classes.way}>
          <input
            type="radio"
            name={name}
            checked={one.way === way}
            disabled={!one.isOffered}
            onChange={() => onWay(one.way)}
          />
          <span>
            <b>{one.title}</b>
            <small>
              {one.isOffered
                ? one.words
                : `${chainName} doesn’t support off-chain messages.`}
            </small>
          </span>
        </label>
      ))}
      {mistake && (
        <Remark kind="danger" role="alert">
          {mistake}
        </Remark>
      )}
    </fieldset>
  )
}
