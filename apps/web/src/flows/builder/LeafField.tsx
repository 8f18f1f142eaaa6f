import { type AbiField, readAbiText } from '@covault/protocol'
import { NativeSelect, TextInput } from '@mantine/core'
import type { ComponentProps } from 'react'
import { formatCount } from '../../lib/formatCount.js'
import { AddressField } from './AddressField.js'
import classes from './ArgumentFields.module.css'
import { TextArea } from './TextArea.js'

/** One value of a type that holds no others. */
export function LeafField({
  field,
  ...written
}: { field: AbiField } & ComponentProps<typeof AddressField>) {
  const { label, text, error, onText, onLeave } = written
  switch (field.kind) {
    case 'address':
      return <AddressField {...written} label={`${label}, address`} />
    case 'bool':
      return (
        <NativeSelect
          label={`${label}, bool`}
          value={text}
          error={error}
          data={[
            { value: '', label: 'Choose true or false' },
            { value: 'true', label: 'true' },
            { value: 'false', label: 'false' },
          ]}
          onBlur={onLeave}
          onChange={(event) => onText(event.target.value)}
        />
      )
    case 'string':
      return (
        <TextArea
          label={`${label}, string`}
          hint={formatCount([...text].length, 'character')}
          rows={2}
          value={text}
          error={error}
          onValue={onText}
          onLeave={onLeave}
        />
      )
    default:
      return (
        <TextInput
          label={`${label}, ${field.type}`}
          description={describeLeaf(field, text)}
          classNames={{ input: classes.code ?? '' }}
          autoComplete="off"
          spellCheck={false}
          value={text}
          error={error}
          onBlur={onLeave}
          onChange={(event) => onText(event.target.value)}
        />
      )
  }
}

/** What was typed comes to; before that, what can be. */
function describeLeaf(field: AbiField, text: string): string {
  const { value } = readAbiText(field, text)
  if (typeof value === 'bigint')
    return String(value) === text.trim() ? `= ${group(value)}` : `= ${value}`
  if (typeof value === 'string')
    return formatCount((value.length - 2) / 2, 'byte')
  if (field.kind === 'fixedBytes') return `0x and ${field.size * 2} digits`
  if (field.kind === 'bytes') return '0x and two digits for each byte'
  return 'A whole number, 0x7b, 1e18, 1.5 ether or 30 gwei'
}

/** 1500000 is easily misread; 1 500 000 is not. */
function group(value: bigint): string {
  return String(value).replace(/(?<=\d)(?=(\d{3})+$)/g, '\u2009')
}
