import { normalizeTransactionId } from '@covault/api'

/**
 * The query of an address as plain text values. `?safe=eth:0x...` stays as
 * people share it, with its colon; nothing in it is read as JSON.
 */
export function parseSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text))
}

export function stringifySearch(search: Record<string, unknown>): string {
  const given = Object.entries(search).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value]] : [],
  )
  const text = new URLSearchParams(given)
    .toString()
    .replaceAll('%3A', ':')
    .replaceAll('%2F', '/')
  return text ? `?${text}` : ''
}

const names = [
  'safe',
  'id',
  'messageHash',
  'appUrl',
  'chain',
  'address',
  'q',
  'show',
  'sort',
  'flow',
  'nonce',
  'token',
  'recipient',
] as const

/** Of what owners sign. They are compared as text everywhere else. */
const ids: readonly string[] = ['id', 'messageHash']

/** What pages keep in their address; anything else in it is left out. */
export type AppSearch = { [Name in (typeof names)[number]]?: string }

export function readAppSearch(search: Record<string, unknown>): AppSearch {
  const known = names.flatMap((name) => {
    const value = search[name]
    if (typeof value !== 'string') return []
    return [[name, ids.includes(name) ? normalizeTransactionId(value) : value]]
  })
  return Object.fromEntries(known)
}
