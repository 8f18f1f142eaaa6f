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
  from: 'From day',
  to: 'To day',
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
      return 'A day since 1970'
    case 'least':
    case 'most':
      return 'Digits and a decimal point, as in 0.5'
    case 'nonce':
      return 'A whole number'
    case 'party':
      return 'A name of your address book, or a whole address'
    default:
      return 'A whole address with the right checksum'
  }
}
