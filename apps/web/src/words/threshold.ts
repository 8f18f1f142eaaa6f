import { formatCount } from '../lib/formatCount.js'

/** What the choice of a threshold is about. */
export function writeThreshold(ownerCount: number): string {
  if (ownerCount === 1) return 'The only owner signs alone.'
  return `How many of the ${formatCount(ownerCount, 'owner')} must sign.`
}
