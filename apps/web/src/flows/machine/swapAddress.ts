import type { AddressSwap } from '../review/reviewProps.js'

/**
 * The same input with one address in the place of another, wherever it is. A
 * name would resolve to the same again: the address is written in its place.
 */
export function swapAddress<Input>(input: Input, swap: AddressSwap): Input {
  return swapIn(input, (fields) => swapName(fields, swap), swap)
}

/** Calls as they are encoded: nothing in them is a name. */
export function swapInCalls<Calls>(calls: Calls, swap: AddressSwap): Calls {
  return swapIn(calls, (fields) => fields, swap)
}

type Fields = Record<string, unknown>

function swapIn<Value>(
  value: Value,
  prepare: (fields: Fields) => Fields,
  swap: AddressSwap,
): Value {
  const change = (one: unknown): unknown => {
    if (typeof one === 'string') return swapDigits(one, swap)
    if (Array.isArray(one)) return one.map(change)
    if (typeof one !== 'object' || one === null) return one
    return Object.fromEntries(
      Object.entries(prepare(one as Fields)).map(([name, inner]) => [
        name,
        change(inner),
      ]),
    )
  }
  return change(value) as Value
}

/** In bytes an address has no 0x of its own. */
function swapDigits(text: string, { from, to }: AddressSwap): string {
  return text.replaceAll(
    new RegExp(`(0x)?${from.slice(2)}`, 'gi'),
    (_, prefix?: string) => (prefix ? to : to.slice(2).toLowerCase()),
  )
}

function swapName(fields: Fields, { from, to }: AddressSwap): Fields {
  const isFrom = (one: unknown) =>
    typeof one === 'string' && one.toLowerCase() === from.toLowerCase()
  if ('resolvedName' in fields && isFrom(fields.address))
    return { ...fields, text: to, address: null, resolvedName: null }
  if ('recipient' in fields && isFrom(fields.resolved))
    return { ...fields, recipient: to, resolved: null }
  return fields
}
