import { formatCount } from '../lib/formatCount.js'

/** What the choice of a threshold is about. */
export function writeThreshold(ownerCount: number): string {
  if (ownerCount === 1) return 'There is one owner, so one signature is enough.'
  return `How many of the ${formatCount(ownerCount, 'owner')} must sign.`
}
