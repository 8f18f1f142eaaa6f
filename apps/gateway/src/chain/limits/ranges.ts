import type { Hex } from 'viem'

/** A number of blocks that a node refused to search. */
type Refused = {
  size: bigint
  /** What it allows, where it said so. */
  allowed: bigint | undefined
  at: number
}

const refusals = new Map<Hex, Refused>()

/** A plan may change: what was learned is not believed for ever. */
const believedForMs = 3_600_000
const largestRange = 100_000n
/** A node that answers within this is not asked for too much. */
const quickMs = 2_000

export function rememberRefusal(
  endpoint: Hex,
  { size, allowed }: Pick<Refused, 'size' | 'allowed'>,
): void {
  refusals.set(endpoint, { size, allowed, at: Date.now() })
}

/** How many blocks to ask for after so many were answered. */
export function growRange(
  endpoint: Hex,
  { size, tookMs }: { size: bigint; tookMs: number },
): bigint {
  const refused = refusals.get(endpoint)
  const slowly = size + size / 20n + 1n
  if (!refused || Date.now() - refused.at > believedForMs)
    return smaller(tookMs < quickMs ? size * 2n : slowly, largestRange)
  if (refused.allowed !== undefined)
    return size < refused.allowed ? smaller(size * 2n, refused.allowed) : size
  // Between what it answered and what it refused lies what it allows.
  if (refused.size <= size) return size
  const middle = (size + refused.size) / 2n
  return refused.size - size <= size / 20n ? size : middle
}

function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}
