import { formatCount } from '../lib/formatCount.js'

/** What the choice of a threshold is about. */
export function writeThreshold(ownerCount: number): string {
  return ownerCount === 1
    ? 'The only owner signs alone.'
    : `How many of the ${formatCount(ownerCount, 'owner')} must sign.`
}
