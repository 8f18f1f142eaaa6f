import { NativeSelect, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { Chip } from '../../ui/Chip.js'
import classes from './AccountFilters.module.css'
import {
  type AccountFilter,
  type AccountOrder,
  accountOrders,
} from './arrangeAccounts.js'

const filters: readonly { value: AccountFilter; label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'owned', label: 'Owned' },
  { value: 'watched', label: 'Watched' },
]

const orders: Record<AccountOrder, string> = {
  given: 'Date added',
  name: 'Name',
  value: 'Value',
  waiting: 'Waiting for you',
}

export function AccountFilters({
  query,
  filter,
  order,
  onChange,
}: {
  query: string
  filter: AccountFilter
  order: AccountOrder
  onChange: (change: { q?: string; show?: string; sort?: string }) => void
}) {
  return (
    <search className={classes.filters}>
      <TextInput
        className={classes.query}
        aria-label="Search accounts"
        placeholder="Name, address or network"
        leftSection={<IconSearch size={16} stroke={1.75} aria-hidden="true" />}
        value={query}
        onChange={(event) => onChange({ q: event.target.value })}
      />
      {filters.map(({ value, label }) => (
        <Chip
          key={value}
          isSelected={filter === value}
          onClick={() => onChange({ show: value })}
        >
          {label}
        </Chip>
      ))}
      <NativeSelect
        className={classes.order}
        aria-label="Sort accounts by"
        value={order}
        onChange={(event) => onChange({ sort: event.target.value })}
        data={accountOrders.map((value) => ({ value, label: orders[value] }))}
      />
    </search>
  )
}
