import { largestRange } from '../chain/limits/ranges.js'
import type { Abilities } from './examine.js'

export type Estimate = { blocks: bigint; calls: number; seconds: number }

/** Two blocks and four questions for logs. */
const callsPerSpan = 6
/** The block and the logs, then the block again. */
const waitsPerSpan = 2
/** To find the block in which the safe was created. */
const callsForCreation = 25

/**
 * What the first index of a safe costs: the whole past is searched, span by
 * span, each a little longer than the one before while the node allows it.
 * What is found in it comes on top.
 */
export function estimateIndex(
  abilities: Pick<Abilities, 'head' | 'latencyMs' | 'burst' | 'slowDowns'> & {
    range: bigint
  },
  parameters: { from: bigint; firstRange: bigint },
): Estimate {
  const { head, latencyMs, range } = abilities
  const { from, firstRange } = parameters
  const blocks = head.number > from ? head.number - from + 1n : 1n
  const spans = countSpans(blocks, { first: firstRange, limit: range })
  const calls = spans * callsPerSpan + callsForCreation
  const rate = readRate(abilities)
  const bySpeed = (spans * waitsPerSpan * latencyMs) / 1000
  const byRate = rate === undefined ? 0 : calls / rate
  return { blocks, calls, seconds: Math.max(bySpeed, byRate, 1) }
}

/** Questions a second that are answered, where the node limits them. */
export function readRate({
  burst: { sent, refused, seconds },
  slowDowns,
}: Pick<Abilities, 'burst' | 'slowDowns'>): number | undefined {
  if (refused === 0 && slowDowns === 0) return undefined
  return Math.max(1, Math.round((sent - refused) / Math.max(1, seconds)))
}

export function countSpans(
  blocks: bigint,
  { first, limit }: { first: bigint; limit: bigint },
): number {
  const most = limit < largestRange ? limit : largestRange
  let size = first < most ? first : most
  let left = blocks
  let spans = 0
  // Once it no longer grows, the rest is a division.
  while (left > 0n && size < most) {
    left -= size
    size += size / 20n + 1n
    spans++
    if (size > most) size = most
  }
  return left > 0n ? spans + Number((left + most - 1n) / most) : spans
}
