/** What is said here is English; its plurals, numbers and lists follow that. */
const locale = 'en'

const pluralRules = /*#__PURE__*/ new Intl.PluralRules(locale)
const numberFormat = /*#__PURE__*/ new Intl.NumberFormat(locale)
const listFormat = /*#__PURE__*/ new Intl.ListFormat(locale)

/** The forms of a noun, or of whatever changes with a number. */
export type Plural = { readonly one: string; readonly other: string }

/** What is counted in more than one place. */
export const nouns = {
  byte: { one: 'byte', other: 'bytes' },
  call: { one: 'call', other: 'calls' },
  collectible: { one: 'collectible', other: 'collectibles' },
  contractCall: { one: 'contract call', other: 'contract calls' },
  day: { one: 'day', other: 'days' },
  minute: { one: 'minute', other: 'minutes' },
  owner: { one: 'owner', other: 'owners' },
  recipient: { one: 'recipient', other: 'recipients' },
  signature: { one: 'signature', other: 'signatures' },
  unit: { one: 'unit', other: 'units' },
} as const satisfies Record<string, Plural>

/** "1 byte", "2,000 bytes". */
export function writeCount(count: number | bigint, forms: Plural): string {
  return `${writeNumber(count)} ${choosePlural(count, forms)}`
}

export function choosePlural(count: number | bigint, forms: Plural): string {
  return pluralRules.select(Number(count)) === 'one' ? forms.one : forms.other
}

/** Exact, in groups of three digits. */
export function writeNumber(value: number | bigint): string {
  return numberFormat.format(value)
}

/** Exact, with the integer in groups of three. */
export function groupDigits(digits: string): string {
  const [integer = '0', ...fraction] = digits.split('.')
  return [writeNumber(BigInt(integer)), ...fraction].join('.')
}

/** "a, b, and c". */
export function writeList(items: readonly string[]): string {
  return listFormat.format(items)
}

/** Hostile lists are long; the count says what is left out. */
export function writeSome(items: readonly string[], most = 3): string {
  const rest = items.length - most
  if (rest <= 0) return writeList(items)
  return writeList([...items.slice(0, most), `${writeNumber(rest)} more`])
}

/** A list whose items have parts themselves. */
export function listWords<Word>(
  items: readonly (readonly Word[])[],
): readonly (Word | string)[] {
  return listFormat
    .formatToParts(items.map((_, at) => String(at)))
    .flatMap(({ type, value }): readonly (Word | string)[] =>
      type === 'element' ? (items[Number(value)] ?? []) : [value],
    )
}
