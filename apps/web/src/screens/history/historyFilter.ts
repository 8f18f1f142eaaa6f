import { type Address, getAddress, isAddress } from 'viem'
import type { HistoryFilter } from '../../queries/transactions.js'

type Kind = HistoryFilter['kind']
export type FilterField = Exclude<keyof HistoryFilter, 'kind' | 'suspicious'>

/** What can be asked for, by kind: what the gateway's lists know. */
export const filterFields: Record<Kind, readonly FilterField[]> = {
  all: [],
  incoming: ['from', 'to', 'amount', 'token'],
  outgoing: ['from', 'to', 'amount', 'recipient', 'nonce'],
  module: ['recipient', 'module'],
}

const kinds = Object.keys(filterFields) as readonly Kind[]

/** `outgoing/from:2026-11-01/nonce:12`, as the address bar has it. */
export function formatFilter(filter: HistoryFilter): string | undefined {
  const fields = filterFields[filter.kind].flatMap((field) => {
    const value = filter[field]
    return value ? `${field}:${value}` : []
  })
  const parts = [
    filter.kind,
    ...fields,
    ...(filter.suspicious && hasSuspicious(filter.kind) ? ['suspicious'] : []),
  ]
  return parts.length === 1 && filter.kind === 'all'
    ? undefined
    : parts.join('/')
}

/** What cannot be read is left out, never guessed. */
export function parseFilter(text: string | undefined): HistoryFilter {
  const [first, ...parts] = (text ?? 'all').split('/')
  const kind = kinds.find((one) => one === first) ?? 'all'
  const fields = parts.flatMap((part) => {
    const [name = '', value = ''] = part.split(':')
    const field = filterFields[kind].find((one) => one === name)
    const read = field && readField(field, value)
    return field && read !== undefined ? [[field, read] as const] : []
  })
  return {
    kind,
    ...Object.fromEntries(fields),
    ...(parts.includes('suspicious') &&
      hasSuspicious(kind) && { suspicious: true }),
  }
}

/** The other lists hold only what the safe itself did. */
export function hasSuspicious(kind: Kind): boolean {
  return kind === 'all' || kind === 'incoming'
}

/** The value as the lists take it; undefined if it is none. */
export function readField(
  field: FilterField,
  text: string,
): string | Address | undefined {
  const value = text.trim()
  switch (field) {
    case 'from':
    case 'to':
      return isDay(value) ? value : undefined
    case 'amount':
      return /^\d{1,60}(\.\d{1,60})?$/.test(value) ? value : undefined
    case 'nonce':
      return /^\d{1,15}$/.test(value) ? value : undefined
    case 'token':
    case 'recipient':
    case 'module':
      return isAddress(value) ? getAddress(value) : undefined
  }
}

function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const year = Number(text.slice(0, 4))
  return year >= 1970 && !Number.isNaN(Date.parse(`${text}T00:00:00`))
}
