import type { SafeReference } from '@covault/api'
import { Button, NativeSelect, TextInput } from '@mantine/core'
import {
  IconArrowDownLeft,
  IconArrowUpRight,
  IconPlug,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Address, zeroAddress } from 'viem'
import { toForeignText } from '../../lib/foreignText.js'
import { formatAddress } from '../../lib/formatAddress.js'
import {
  type HistoryFilter,
  movementSumsQuery,
} from '../../queries/movements.js'
import { Chip } from '../../ui/Chip.js'
import { Form } from '../../ui/Form.js'
import { describeWrong, groups, labels } from './filterWords.js'
import classes from './HistoryFilters.module.css'
import {
  type FilterField,
  type FilterGroup,
  filterGroups,
  readField,
  type Switch,
} from './historyFilter.js'

const kinds = [
  { kind: 'all', title: 'All', Icon: undefined },
  { kind: 'incoming', title: 'Incoming', Icon: IconArrowDownLeft },
  { kind: 'outgoing', title: 'Outgoing', Icon: IconArrowUpRight },
  { kind: 'module', title: 'By module', Icon: IconPlug },
] as const

/** A token that the safe has moved, as a choice. */
type TokenChoice = { value: string; label: string }

const everything: HistoryFilter = { kind: 'all' }

/** Which part of the past is shown; the address bar keeps the answer. */
export function HistoryFilters({
  place,
  prefix,
  filter,
  onChange,
}: {
  place: SafeReference
  /** The network's, before addresses. */
  prefix: string
  filter: HistoryFilter
  onChange: (filter: HistoryFilter) => void
}) {
  const [isOpen, setOpen] = useState<FilterGroup>()
  const { data } = useQuery({
    ...movementSumsQuery(place, everything),
    enabled: isOpen === 'token' || filter.token !== undefined,
  })
  const tokens = listTokens(data?.sums ?? [])
  return (
    <div className={classes.filters}>
      <div className={classes.kinds}>
        {kinds.map(({ kind, title, Icon }) => (
          <Chip
            key={kind}
            isSelected={filter.kind === kind}
            onClick={() => onChange({ ...filter, kind })}
          >
            <span className={classes.kind}>
              {Icon && <Icon size={14} stroke={1.75} aria-hidden="true" />}
              {title}
            </span>
          </Chip>
        ))}
        <span className={classes.divider} aria-hidden="true" />
        {listGroups().map((group) => (
          <Chip
            key={group}
            isSelected={isAsked(group, filter)}
            isExpanded={isOpen === group}
            onClick={() => setOpen(isOpen === group ? undefined : group)}
          >
            {describeGroup(group, { filter, tokens })}
          </Chip>
        ))}
        <p className={classes.switches}>
          <Toggle name="suspicious" filter={filter} onChange={onChange}>
            {(isOn) => [
              `Suspicious transfers ${isOn ? 'shown' : 'hidden'}.`,
              isOn ? 'Hide' : 'Show',
            ]}
          </Toggle>
          <Toggle name="withoutFees" filter={filter} onChange={onChange}>
            {(isOn) => [
              `Network fees ${isOn ? 'hidden' : 'shown'}.`,
              isOn ? 'Show fees' : 'Hide fees',
            ]}
          </Toggle>
        </p>
      </div>
      {isOpen && (
        <GroupForm
          // Another question is another form: nothing of the old one stays.
          key={`${isOpen} ${JSON.stringify(filter)}`}
          group={isOpen}
          prefix={prefix}
          filter={filter}
          tokens={tokens}
          onChange={(wanted) => {
            setOpen(undefined)
            onChange(wanted)
          }}
        />
      )}
    </div>
  )
}

/** Says how it is, and changes it. */
function Toggle({
  name,
  filter,
  onChange,
  children,
}: {
  name: Switch
  filter: HistoryFilter
  onChange: (filter: HistoryFilter) => void
  children: (isOn: boolean) => readonly [state: string, change: string]
}) {
  const { [name]: isOn, ...rest } = filter
  const [state, change] = children(Boolean(isOn))
  return (
    <span>
      {state}{' '}
      <button
        type="button"
        className={classes.switch}
        aria-pressed={Boolean(isOn)}
        onClick={() => onChange(isOn ? rest : { ...rest, [name]: true })}
      >
        {change}
      </button>
    </span>
  )
}

function listTokens(
  sums: readonly { tokenAddress: Address; tokenSymbol: string | null }[],
): TokenChoice[] {
  return sums.map(({ tokenAddress: value, tokenSymbol }) => {
    const short = formatAddress(value)
    const symbol = tokenSymbol && toForeignText(tokenSymbol, 20)
    const label =
      value === zeroAddress ? symbol : symbol && `${symbol} ${short}`
    return { value, label: label || short }
  })
}

function listGroups(): FilterGroup[] {
  return Object.keys(filterGroups) as FilterGroup[]
}

function isAsked(group: FilterGroup, filter: HistoryFilter): boolean {
  return filterGroups[group].some((field) => filter[field])
}

/** "Amount: at least 5", or what one may ask about. */
function describeGroup(
  group: FilterGroup,
  { filter, tokens }: { filter: HistoryFilter; tokens: readonly TokenChoice[] },
): string {
  if (!isAsked(group, filter)) return groups[group]
  const { from, to, least, most } = filter
  const value = {
    date: describeRange([from, to], ['since', 'until']),
    amount: describeRange([least, most], ['at least', 'at most']),
    token: describeToken(filter.token, tokens),
    party: shorten(filter.party),
    module: shorten(filter.module),
    nonce: filter.nonce ?? '',
    label: shorten(filter.label),
  }[group]
  return `${groups[group]}: ${value}`
}

function describeRange(
  [low, high]: readonly (string | undefined)[],
  [from, to]: readonly [string, string],
): string {
  if (low && high) return low === high ? low : `${low} to ${high}`
  return low ? `${from} ${low}` : `${to} ${high}`
}

function describeToken(
  token: string | undefined,
  tokens: readonly TokenChoice[],
): string {
  return tokens.find(({ value }) => value === token)?.label ?? shorten(token)
}

function shorten(text = ''): string {
  return text.startsWith('0x') ? formatAddress(text as `0x${string}`) : text
}

function GroupForm({
  group,
  prefix,
  filter,
  tokens,
  onChange,
}: {
  group: FilterGroup
  prefix: string
  filter: HistoryFilter
  tokens: readonly TokenChoice[]
  onChange: (filter: HistoryFilter) => void
}) {
  const fields: readonly FilterField[] = filterGroups[group]
  const [texts, setTexts] = useState<Partial<Record<FilterField, string>>>(() =>
    Object.fromEntries(fields.map((field) => [field, filter[field] ?? ''])),
  )
  const [isTold, setTold] = useState(false)
  const read = (field: FilterField) =>
    readField(field, texts[field] ?? '', prefix)
  const wrong = fields.filter(
    (field) => texts[field] && read(field) === undefined,
  )
  const rest = Object.fromEntries(
    Object.entries(filter).filter(
      ([name]) => !fields.some((field) => field === name),
    ),
  )
  const submit = () => {
    setTold(true)
    if (wrong.length > 0) return
    const asked = fields.flatMap((field) => {
      const value = read(field)
      return value ? [[field, value] as const] : []
    })
    onChange({ ...rest, kind: filter.kind, ...Object.fromEntries(asked) })
  }
  return (
    <Form className={classes.form} onSubmit={submit}>
      {fields.map((field) => (
        <Field
          key={field}
          field={field}
          tokens={tokens}
          value={texts[field] ?? ''}
          error={isTold && wrong.includes(field) && describeWrong(field)}
          onChange={(value) => setTexts({ ...texts, [field]: value })}
        />
      ))}
      <div className={classes.buttons}>
        <Button type="submit" variant="default">
          Apply
        </Button>
        {isAsked(group, filter) && (
          <Button
            variant="subtle"
            onClick={() => onChange({ ...rest, kind: filter.kind })}
          >
            Clear
          </Button>
        )}
      </div>
    </Form>
  )
}

function Field({
  field,
  tokens,
  value,
  error,
  onChange,
}: {
  field: FilterField
  tokens: readonly TokenChoice[]
  value: string
  error: string | false
  onChange: (value: string) => void
}) {
  const shared = {
    className: classes.field,
    'data-field': field,
    label: labels[field],
    value,
    error,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      onChange(currentTarget.value),
  }
  if (field === 'token')
    return (
      <NativeSelect
        {...shared}
        data={[
          { value: '', label: 'Any' },
          ...tokens,
          ...(value && !tokens.some((token) => token.value === value)
            ? [{ value, label: shorten(value) }]
            : []),
        ]}
      />
    )
  return (
    <TextInput
      {...shared}
      type={field === 'from' || field === 'to' ? 'date' : 'text'}
      inputMode={
        field === 'least' || field === 'most'
          ? 'decimal'
          : field === 'nonce'
            ? 'numeric'
            : undefined
      }
    />
  )
}
