/* Why the transaction that an approval is for cannot be shown. */

export const unseenWords = {
  tooMany: 'Too many approvals to look up.',
  tooDeep: 'Nested too deep to look up.',
  noSafe: 'The called address is not a safe.',
  absent: 'The gateway has no transaction with this hash.',
  otherHash: 'The gateway returned data with a different hash.',
  unreadable: 'The transaction data can’t be read.',
} as const

/** With what went wrong, a whole sentence. */
export function writeLookupFailure(error: string): string {
  return `Can’t look up the transaction. ${error}`
}
