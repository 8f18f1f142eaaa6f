const largest = 2n ** 256n

/**
 * Whether it is a number of the chain. Only these are ever written as text,
 * which takes a page's time with the square of the length.
 */
export function isWord(value: bigint): boolean {
  return value > -largest && value < largest
}
