import { InvalidLimitError } from './errors.js'

/** A limit that is not a number would be no limit at all. */
export function checkPositive(limits: Record<string, number>): void {
  for (const [name, value] of Object.entries(limits))
    if (!(typeof value === 'number' && value > 0))
      throw new InvalidLimitError(name, { value, expected: 'above 0' })
}

export function checkRetryLimit(retryLimit: number): void {
  if (!Number.isSafeInteger(retryLimit) || retryLimit < 0)
    throw new InvalidLimitError('retryLimit', {
      value: retryLimit,
      expected: 'a whole number from 0',
    })
}
