import type { Address } from 'viem'
import type { Telling, Words } from './telling.js'

export type ArrangeOptions = {
  /** As a row says it: methods by their names, amounts in a column. */
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
  { formatAddress, formatDigits, ...options }: FormatTellingOptions = {},
): string {
  const { isShort } = options
  return formatWords(arrangeTelling(telling, options), {
    formatAddress,
    formatDigits,
    isShort,
  })
}

/** The same for words that stand by themselves. */
export function formatWords(
  words: Words,
  {
    formatAddress = (address) => address,
    formatDigits = (digits) => digits,
    isShort = false,
  }: Pick<
    FormatTellingOptions,
    'formatAddress' | 'formatDigits' | 'isShort'
  > = {},
): string {
  return words
    .map((word) => {
      if (typeof word === 'string') return word
      if ('party' in word) return formatAddress(word.party)
      if ('digits' in word) return formatDigits(word.digits)
      return isShort ? word.short : word.exact
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
  if (speaksForItself(telling, options))
    return mapFirst(listInside(telling, options), upperFirst)
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

/** What a batch does says more than how many calls it has. */
function speaksForItself(
  { inside, along, flaw, counterparty }: Telling,
  { isTop, omitInside }: Arranging,
): boolean {
  if (!inside?.isCounted || inside.tellings.length === 0) return false
  return isTop && !omitInside && !along && !flaw && !counterparty
}

function arrangeInside(telling: Telling, options: Arranging): Words {
  const { inside } = telling
  if (!inside) return []
  if (options.omitInside) return inside.isCounted ? [] : [' the following']
  const words = listInside(telling, options)
  if (words.length === 0) return []
  return inside.isCounted && !options.isTop
    ? [' (', ...words, ')']
    : [': ', ...words]
}

function listInside({ inside }: Telling, options: Arranging): Words {
  return (inside?.tellings ?? []).flatMap((one, at) => [
    ...(at === 0 ? [] : ['; ']),
    ...arrangeInner(one, options),
  ])
}

function arrangeCandidates({ candidates }: Telling, options: Arranging): Words {
  if (options.omitCandidates) return []
  return candidates.flatMap((one, at) => [
    at === 0 ? ', possibly: ' : ', or: ',
    ...arrangeInner(one, options),
  ])
}

function arrangeInner(telling: Telling, options: Arranging): Words {
  const { omitCandidates } = options
  return mapFirst(
    arrange(telling, { omitCandidates, isTop: false }),
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
