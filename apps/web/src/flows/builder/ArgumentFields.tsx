import {
  type AbiField,
  type AbiMethod,
  type AbiText,
  createAbiText,
  readAbiText,
  toAbiField,
} from '@covault/protocol'
import { Button } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { toNumbered } from '../../lib/numbered.js'
import type { ChainConfig } from '../../trust/chainClient.js'
import { ActionButton } from '../../ui/ActionButton.js'
import classes from './ArgumentFields.module.css'
import { writeAt } from './input.js'
import { LeafField } from './LeafField.js'
import { TextArea } from './TextArea.js'

/** So many elements have fields; more are written as one text. */
const mostElements = 100

type Shared = {
  chain: ChainConfig
  /** What is wrong with the part at this place, as far as it is told. */
  mistakeAt: (path: readonly number[]) => string | undefined
  onText: (path: readonly number[], text: AbiText) => void
  onLeave: (path: readonly number[]) => void
}

/** A field for every argument of a function, and for every part of it. */
export function ArgumentFields({
  chain,
  method,
  values,
  mistakes,
  isSubmitted,
  onValues,
}: {
  chain: ChainConfig
  method: AbiMethod
  values: readonly AbiText[]
  mistakes: ReadonlyMap<string, string> | undefined
  isSubmitted: boolean
  onValues: (values: AbiText[]) => void
}) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const shared: Shared = {
    chain,
    mistakeAt: (path) => {
      const key = path.join('.')
      return isSubmitted || left.has(key) ? mistakes?.get(key) : undefined
    },
    onText: ([index = 0, ...rest], text) =>
      onValues(
        method.inputs.map((_, at) => {
          const before = values[at] ?? ''
          return at === index ? writeAt(before, rest, text) : before
        }),
      ),
    onLeave: (path) => setLeft(new Set([...left, path.join('.')])),
  }
  if (method.inputs.length === 0)
    return <p className={classes.nothing}>{method.name} takes no arguments.</p>
  return (
    <div className={classes.fields}>
      {toNumbered(method.inputs).map(({ item, at }) => (
        <Part
          key={at}
          field={toAbiField(item)}
          label={item.name || `argument ${at + 1}`}
          path={[at]}
          text={values[at] ?? ''}
          shared={shared}
        />
      ))}
    </div>
  )
}

type PartProps = {
  field: AbiField
  label: string
  path: readonly number[]
  text: AbiText
  shared: Shared
}

function Part(props: PartProps) {
  const { field, text } = props
  if (field.kind === 'array') return <ArrayPart {...props} field={field} />
  if (field.kind === 'tuple') return <TuplePart {...props} field={field} />
  return (
    <LeafField
      field={field}
      label={props.label}
      chain={props.shared.chain}
      text={typeof text === 'string' ? text : ''}
      error={props.shared.mistakeAt(props.path)}
      onText={(value) => props.shared.onText(props.path, value)}
      onLeave={() => props.shared.onLeave(props.path)}
    />
  )
}

function TuplePart({
  field,
  label,
  path,
  text,
  shared,
}: PartProps & { field: Extract<AbiField, { kind: 'tuple' }> }) {
  if (typeof text === 'string')
    return <TextPart {...{ field, label, path, text, shared }} />
  return (
    <fieldset className={classes.group}>
      <legend>
        {label} <Type field={field} />
      </legend>
      {toNumbered(field.components).map(({ item, at }) => (
        <Part
          key={at}
          field={item}
          label={`${label} ${item.name || at + 1}`}
          path={[...path, at]}
          text={text[at] ?? ''}
          shared={shared}
        />
      ))}
    </fieldset>
  )
}

function ArrayPart({
  field,
  label,
  path,
  text,
  shared,
}: PartProps & { field: Extract<AbiField, { kind: 'array' }> }) {
  if (typeof text === 'string')
    return <TextPart {...{ field, label, path, text, shared }} />
  const { element, length } = field
  const mistake = shared.mistakeAt(path)
  const write = (items: readonly AbiText[]) => shared.onText(path, items)
  return (
    <fieldset className={classes.group} aria-invalid={mistake !== undefined}>
      <legend>
        {label} <Type field={field} />
      </legend>
      {toNumbered(text).map(({ item, at }) => (
        <div key={at} className={classes.element}>
          <Part
            field={element}
            label={`${label} ${at + 1}`}
            path={[...path, at]}
            text={item}
            shared={shared}
          />
          {length === undefined && (
            <ActionButton
              label={`Remove ${label} ${at + 1}`}
              onClick={() => write(text.filter((_, other) => other !== at))}
            >
              <IconX size={20} stroke={1.75} aria-hidden="true" />
            </ActionButton>
          )}
        </div>
      ))}
      {text.length === 0 && (
        <p className={classes.nothing}>The list is empty.</p>
      )}
      <div className={classes.tools}>
        {length === undefined && (
          <Button
            variant="default"
            size="xs"
            leftSection={
              <IconPlus size={16} stroke={1.75} aria-hidden="true" />
            }
            disabled={text.length >= mostElements}
            onClick={() => write([...text, createAbiText(element)])}
          >
            Add to {label}
          </Button>
        )}
        <Button
          variant="subtle"
          size="xs"
          onClick={() => shared.onText(path, '')}
        >
          Enter {label} as text
        </Button>
      </div>
      {mistake && <p className={classes.mistake}>{mistake}</p>}
    </fieldset>
  )
}

/** All of a list or tuple in one field, for those who have it as text. */
function TextPart({
  field,
  label,
  path,
  text,
  shared,
}: PartProps & { text: string }) {
  const { mistakes } = readAbiText(field, text)
  const [first] = mistakes
  const inner = first?.path.map((index) => index + 1).join('.')
  const error = shared.mistakeAt([...path, ...(first?.path ?? [])])
  return (
    <div className={classes.element}>
      <TextArea
        label={`${label} as text`}
        hint={`${field.type}, in brackets: [1, 2], ["0x…", true]`}
        isCode
        rows={3}
        value={text}
        error={error && inner ? `At ${inner}: ${error}` : error}
        onValue={(value) => shared.onText(path, value)}
        onLeave={() => shared.onLeave([...path, ...(first?.path ?? [])])}
      />
      <Button
        variant="subtle"
        size="xs"
        onClick={() => shared.onText(path, createAbiText(field))}
      >
        Fields for {label}
      </Button>
    </div>
  )
}

function Type({ field }: { field: AbiField }) {
  return <small className={classes.type}>{field.type}</small>
}
