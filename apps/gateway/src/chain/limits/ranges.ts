import type { Hex } from 'viem'

/** A number of blocks that a node refused to search. */
type Refused = {
  size: bigint
  /** What it allows, where it said so. */
  allowed: bigint | undefined
  /** Refused for what lies in these blocks: elsewhere it may be less. */
  isContent: boolean
  at: number
}

const refusals = new Map<Hex, Refused>()

/** A plan may change: what was learned is not believed for ever. */
const believedForMs = 3_600_000
export const largestRange = 100_000n
/** A node that answers within this is not asked for too much. */
const quickMs = 2_000

export function rememberRefusal(
  endpoint: Hex,
  refusal: Omit<Refused, 'at'>,
): void {
  refusals.set(endpoint, { ...refusal, at: Date.now() })
}

/** How many blocks to ask for after so many were answered. */
export function growRange(
  endpoint: Hex,
  { size, tookMs }: { size: bigint; tookMs: number },
): bigint {
  const refused = refusals.get(endpoint)
  const slowly = size + size / 20n + 1n
  const isOver =
    !refused ||
    Date.now() - refused.at > believedForMs ||
    (refused.isContent && refused.size <= size)
  if (isOver)
    return smaller(tookMs < quickMs ? size * 2n : slowly, largestRange)
  if (refused.allowed !== undefined)
    return size < refused.allowed ? smaller(size * 2n, refused.allowed) : size
  // Between what it answered and what it refused lies what it allows.
  const isNear = refused.size - size <= size / 20n + 1n
  if (!isNear) return (size + refused.size) / 2n
  return refused.isContent ? slowly : size
}

function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}
