/** 3 where a contract gives a reason; older nodes have no number for it. */
const refusals: readonly unknown[] = [3, -32_000, -32_015]

/** The contract that was called refused. A node that is silent says nothing of it. */
export function isRefusal(error: unknown): boolean {
  return (
    error instanceof Error && 'code' in error && refusals.includes(error.code)
  )
}
