import type { FilterField, FilterGroup } from './historyFilter.js'

export const groups: Record<FilterGroup, string> = {
  date: 'Date',
  token: 'Token',
  amount: 'Amount',
  party: 'Counterparty',
  module: 'Module address',
  nonce: 'Nonce',
  label: 'Label',
}

export const labels: Record<FilterField, string> = {
  from: 'First day',
  to: 'Last day',
  token: 'Token',
  least: 'At least',
  most: 'At most',
  party: 'Name or address',
  nonce: 'Nonce',
  module: 'Module address',
  label: 'Category or note',
}

export function describeWrong(field: FilterField): string {
  switch (field) {
    case 'from':
    case 'to':
      return 'Enter a date from 1970 on.'
    case 'least':
    case 'most':
      return 'Enter a number, for example 0.5.'
    case 'nonce':
      return 'Enter a whole number.'
    case 'party':
      return 'Enter a name from your address book, or a whole address.'
    default:
      return 'Enter a whole address with a valid checksum.'
  }
}
