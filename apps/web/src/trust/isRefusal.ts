/**
 * 3 where a contract gives a reason. What ends otherwise, as without gas, and
 * all that older nodes refuse has other numbers, which differ by node.
 */
const refusals: readonly unknown[] = [3, -32_000, -32_003, -32_015]

/** The call failed. A node that is not reached has said nothing about it. */
export function isRefusal(error: unknown): error is Error {
  return (
    error instanceof Error && 'code' in error && refusals.includes(error.code)
  )
}
