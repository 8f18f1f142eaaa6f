/** The most that fits a uint8, which is what EIP-20 calls decimals. */
const mostDecimals = 255

/**
 * Whether a number can be the decimals of a token. Contracts and gateways
 * answer anything: an amount with 400 million decimals is a text of that
 * length, and the page that writes it stops.
 */
export function isDecimals(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= mostDecimals
}
