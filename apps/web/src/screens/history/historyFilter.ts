import { type Address, getAddress, isAddress } from 'viem'
import type { HistoryFilter } from '../../queries/movements.js'

type Kind = HistoryFilter['kind']
export type Switch = 'suspicious' | 'withoutFees'
export type FilterField = Exclude<keyof HistoryFilter, 'kind' | Switch>

/** What can be asked for, by the question it belongs to. */
export const filterGroups = {
  date: ['from', 'to'],
  token: ['token'],
  amount: ['least', 'most'],
  party: ['party'],
  module: ['module'],
  nonce: ['nonce'],
  label: ['label'],
} as const satisfies Record<string, readonly FilterField[]>
export type FilterGroup = keyof typeof filterGroups

const fields: readonly FilterField[] = Object.values(filterGroups).flat()
const switches: readonly Switch[] = ['suspicious', 'withoutFees']
const kinds: readonly Kind[] = ['all', 'incoming', 'outgoing', 'module']

/** `outgoing/from:2026-11-01/nonce:12`, as the address bar has it. */
export function formatFilter(filter: HistoryFilter): string | undefined {
  const asked = fields.flatMap((field) => {
    const value = filter[field]
    // A name may have the signs that part fields.
    return value ? `${field}:${encodeURIComponent(value)}` : []
  })
  const parts = [
    filter.kind,
    ...asked,
    ...switches.filter((one) => filter[one]),
  ]
  return parts.length === 1 && filter.kind === 'all'
    ? undefined
    : parts.join('/')
}

/** What cannot be read is left out, never guessed. */
export function parseFilter(text: string | undefined): HistoryFilter {
  const [first, ...parts] = (text ?? 'all').split('/')
  const kind = kinds.find((one) => one === first) ?? 'all'
  const read = parts.flatMap((part) => {
    const [name = '', text = ''] = part.split(':')
    const field = fields.find((one) => one === name)
    const value = field && readField(field, decode(text))
    return field && value !== undefined ? [[field, value] as const] : []
  })
  return {
    kind,
    ...Object.fromEntries(read),
    ...Object.fromEntries(
      switches.filter((one) => parts.includes(one)).map((one) => [one, true]),
    ),
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}

/** Parts of a link that nobody can read: what is shown is more than was meant. */
export function listUnread(text: string | undefined): string[] {
  const [first = 'all', ...parts] = (text ?? 'all').split('/')
  const read = parseFilter(text)
  return [
    ...(kinds.some((one) => one === first) ? [] : [first]),
    ...parts.filter((part) => {
      const [name = ''] = part.split(':')
      return !(name in read)
    }),
  ]
}

/** The value as the lists take it; undefined if it is none. */
export function readField(
  field: FilterField,
  text: string,
  /** Before an address: the network's short name, where only one will do. */
  prefix = '[a-z0-9-]+',
): string | Address | undefined {
  const value = text.trim()
  switch (field) {
    case 'from':
    case 'to':
      return isDay(value) ? value : undefined
    case 'least':
    case 'most':
      return /^\d{1,60}(\.\d{1,60})?$/.test(value) ? value : undefined
    case 'nonce':
      return /^\d{1,15}$/.test(value) ? value : undefined
    case 'party':
      return readParty(value, prefix)
    case 'label':
      return value.length > 200 ? undefined : value || undefined
    case 'token':
    case 'module':
      return isAddress(value) ? getAddress(value) : undefined
  }
}

/** An address, also with its network before it, or a part of a name. */
function readParty(value: string, prefix: string): string | undefined {
  const address = value.replace(new RegExp(`^(${prefix}):(?=0x)`, 'i'), '')
  if (isAddress(address)) return getAddress(address)
  const isHalf = /(^|:)0x|\p{Cc}/iu.test(value)
  return isHalf || value.length > 50 ? undefined : value || undefined
}

function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const year = Number(text.slice(0, 4))
  return year >= 1970 && !Number.isNaN(Date.parse(`${text}T00:00:00`))
}
