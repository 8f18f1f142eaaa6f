import type { AddressSwap } from '../review/reviewProps.js'

/** The same input with one address in the place of another, wherever it is. */
export function swapAddress<Input>(input: Input, swap: AddressSwap): Input {
  const { from, to } = swap
  return JSON.parse(
    JSON.stringify(input).replaceAll(new RegExp(from, 'gi'), to),
  )
}
