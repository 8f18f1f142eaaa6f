import { Button, TextInput } from '@mantine/core'
import {
  IconArrowDownLeft,
  IconArrowUpRight,
  IconPlug,
} from '@tabler/icons-react'
import { useState } from 'react'
import type { HistoryFilter } from '../../queries/transactions.js'
import { Chip } from '../../ui/Chip.js'
import { Form } from '../../ui/Form.js'
import classes from './HistoryFilters.module.css'
import {
  type FilterField,
  filterFields,
  hasSuspicious,
  readField,
} from './historyFilter.js'

const kinds = [
  { kind: 'all', title: 'All', Icon: undefined },
  { kind: 'incoming', title: 'Incoming', Icon: IconArrowDownLeft },
  { kind: 'outgoing', title: 'Outgoing', Icon: IconArrowUpRight },
  { kind: 'module', title: 'Module', Icon: IconPlug },
] as const

const labels: Record<FilterField, string> = {
  from: 'From day',
  to: 'To day',
  amount: 'Amount',
  token: 'Token address',
  recipient: 'Recipient or target',
  nonce: 'Nonce',
  module: 'Module address',
}

/** Which part of the past is shown; the address bar keeps the answer. */
export function HistoryFilters({
  filter,
  onChange,
}: {
  filter: HistoryFilter
  onChange: (filter: HistoryFilter) => void
}) {
  const { suspicious } = filter
  return (
    <div className={classes.filters}>
      <div className={classes.kinds}>
        {kinds.map(({ kind, title, Icon }) => (
          <Chip
            key={kind}
            isSelected={filter.kind === kind}
            onClick={() =>
              onChange({
                kind,
                ...(suspicious && hasSuspicious(kind) && { suspicious }),
              })
            }
          >
            <span className={classes.kind}>
              {Icon && <Icon size={14} stroke={1.75} aria-hidden="true" />}
              {title}
            </span>
          </Chip>
        ))}
        {hasSuspicious(filter.kind) && (
          <p className={classes.suspicious}>
            {suspicious ? 'Suspicious ones shown' : 'Suspicious ones hidden'},{' '}
            <button
              type="button"
              className={classes.switch}
              aria-pressed={Boolean(suspicious)}
              onClick={() => {
                const { suspicious: _, ...rest } = filter
                onChange(suspicious ? rest : { ...rest, suspicious: true })
              }}
            >
              {suspicious ? 'hide' : 'show'}
            </button>
          </p>
        )}
      </div>
      {filterFields[filter.kind].length > 0 && (
        <FilterForm
          // Another filter is another form: nothing of the old one stays.
          key={JSON.stringify(filter)}
          filter={filter}
          onChange={onChange}
        />
      )}
    </div>
  )
}

function FilterForm({
  filter,
  onChange,
}: {
  filter: HistoryFilter
  onChange: (filter: HistoryFilter) => void
}) {
  const fields = filterFields[filter.kind]
  const [texts, setTexts] = useState<Partial<Record<FilterField, string>>>(() =>
    Object.fromEntries(fields.map((field) => [field, filter[field] ?? ''])),
  )
  const [isTold, setTold] = useState(false)
  const { kind, suspicious } = filter
  const wrong = fields.filter(
    (field) => texts[field] && readField(field, texts[field]) === undefined,
  )
  const submit = () => {
    setTold(true)
    if (wrong.length > 0) return
    const read = fields.flatMap((field) => {
      const value = readField(field, texts[field] ?? '')
      return value ? [[field, value] as const] : []
    })
    onChange({
      kind,
      ...Object.fromEntries(read),
      ...(suspicious && { suspicious }),
    })
  }
  const isFiltered = fields.some((field) => filter[field])
  return (
    <Form className={classes.form} onSubmit={submit}>
      {fields.map((field) => (
        <TextInput
          key={field}
          className={classes.field}
          data-field={field}
          label={labels[field]}
          type={field === 'from' || field === 'to' ? 'date' : 'text'}
          inputMode={
            field === 'amount'
              ? 'decimal'
              : field === 'nonce'
                ? 'numeric'
                : undefined
          }
          value={texts[field] ?? ''}
          error={isTold && wrong.includes(field) && describeWrong(field)}
          onChange={({ currentTarget: { value } }) =>
            setTexts({ ...texts, [field]: value })
          }
        />
      ))}
      <div className={classes.buttons}>
        <Button type="submit" variant="default">
          Apply
        </Button>
        {isFiltered && (
          <Button
            variant="subtle"
            onClick={() =>
              onChange({ kind, ...(suspicious && { suspicious }) })
            }
          >
            Clear
          </Button>
        )}
      </div>
    </Form>
  )
}

function describeWrong(field: FilterField): string {
  switch (field) {
    case 'from':
    case 'to':
      return 'A day since 1970'
    case 'amount':
      return 'Digits and a decimal point, as in 0.5'
    case 'nonce':
      return 'A whole number'
    default:
      return 'A whole address with the right checksum'
  }
}
