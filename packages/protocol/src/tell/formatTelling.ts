import type { Address } from 'viem'
import type { Telling, Words } from './telling.js'

export type ArrangeOptions = {
  /**
   * As a row says it: methods by their names, batches by their count, amounts
   * in a column of their own.
   */
  readonly isShort?: boolean | undefined
  /** What is in the column and is not said again. */
  readonly omit?: 'amount' | 'along' | undefined
  /**
   * Leaves out what an unknown call may be: anybody can have words of their
   * own listed for a selector, and a headline is no place for these.
   */
  readonly omitCandidates?: boolean | undefined
  /** Leaves what happens within to lines of their own. */
  readonly omitInside?: boolean | undefined
  /** How many of a batch are told; the others are counted. */
  readonly mostInside?: number | undefined
}

export type FormatTellingOptions = ArrangeOptions & {
  /** How to write an address, for instance by its name. */
  readonly formatAddress?: ((address: Address) => string) | undefined
  /** How to write the exact digits of an amount, for instance in groups. */
  readonly formatDigits?: ((digits: string) => string) | undefined
}

/** One plain sentence without a full stop. */
export function formatTelling(
  telling: Telling,
  {
    formatAddress = (address) => address,
    formatDigits = (digits) => digits,
    ...options
  }: FormatTellingOptions = {},
): string {
  return arrangeTelling(telling, options)
    .map((word) => {
      if (typeof word === 'string') return word
      if ('party' in word) return formatAddress(word.party)
      if ('digits' in word) return formatDigits(word.digits)
      return options.isShort ? word.short : word.exact
    })
    .join('')
}

/** The parts in the order of a sentence. */
export function arrangeTelling(
  telling: Telling,
  options: ArrangeOptions = {},
): Words {
  return arrange(telling, { ...options, isTop: true })
}

type Arranging = ArrangeOptions & {
  /** Not inside of another sentence. */
  readonly isTop: boolean
}

function arrange(telling: Telling, options: Arranging): Words {
  const { along, flaw } = telling
  const inside = [
    ...arrangeInside(telling, options),
    ...arrangeCandidates(telling, options),
  ]
  const clause = arrangeClause(telling, options)
  const sent = options.omit === 'along' ? undefined : along
  if (inside.length === 0)
    return [
      ...clause,
      ...(sent ? [` and ${sent.verb} `, ...sent.words, ' along'] : []),
      ...(flaw ? [` (${flaw})`] : []),
    ]
  // Behind the sentence these would seem to belong to its last part.
  const remarks = [
    ...(sent ? ['with ', ...sent.words] : []),
    ...(sent && flaw ? [', '] : []),
    ...(flaw ? [flaw] : []),
  ]
  if (remarks.length === 0) return [...clause, ...inside]
  return [
    ...(options.isTop ? mapFirst(remarks, upperFirst) : remarks),
    ': ',
    ...mapFirst(clause, lowerFirst),
    ...inside,
  ]
}

function arrangeClause(
  { verb, object, amount, counterparty, rest }: Telling,
  { omit }: Arranging,
): Words {
  const groups: Words[] = [
    verb ? [verb] : [],
    object,
    amount && omit !== 'amount' ? amount.words : [],
    counterparty?.relation ? [counterparty.relation] : [],
    counterparty ? [{ party: counterparty.address }] : [],
  ]
  const told = groups.filter((words) => words.length > 0)
  return [
    ...told.flatMap((words, at) => (at === 0 ? words : [' ', ...words])),
    ...rest,
  ]
}

function arrangeInside({ inside }: Telling, options: Arranging): Words {
  if (!inside || (inside.isCounted && options.isShort)) return []
  if (options.omitInside) return inside.isCounted ? [] : [' what follows']
  const { mostInside = inside.tellings.length } = options
  const told = inside.tellings.slice(0, mostInside)
  const more = inside.tellings.length - told.length + inside.more
  const list = told.flatMap((one, at) => [
    at === 0 ? '' : '; ',
    ...arrangeInner(one, options),
  ])
  const words = more > 0 ? [...list, `; and ${more} more`] : list
  if (words.length === 0) return []
  return inside.isCounted && !options.isTop
    ? [' (', ...words, ')']
    : [': ', ...words]
}

function arrangeCandidates({ candidates }: Telling, options: Arranging): Words {
  if (options.omitCandidates) return []
  return candidates.flatMap((one, at) => [
    at === 0 ? ', possibly: ' : ', or: ',
    ...arrangeInner(one, options),
  ])
}

function arrangeInner(telling: Telling, options: Arranging): Words {
  const { omitCandidates, mostInside } = options
  return mapFirst(
    arrange(telling, { omitCandidates, mostInside, isTop: false }),
    lowerFirst,
  )
}

function mapFirst(words: Words, map: (text: string) => string): Words {
  const [first, ...others] = words
  return typeof first === 'string' ? [map(first), ...others] : words
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}

function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
