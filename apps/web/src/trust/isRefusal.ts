/**
 * 3 where a contract gives a reason. What ends otherwise, as without gas, and
 * all that older nodes refuse has other numbers, which differ by node.
 */
const refusals: readonly unknown[] = [3, -32_000, -32_003, -32_015]

/** What nodes say under the same numbers of a block that they lack, or of load. */
const ofTheNode =
  /not found|missing trie|unknown block|unavailable|pruned|syncing|limit|too many|busy|timeout|timed out|aborted/i

/** The call failed. A node that could not run it has said nothing about it. */
export function isRefusal(error: unknown): error is Error {
  if (!(error instanceof Error) || !('code' in error)) return false
  if (!refusals.includes(error.code)) return false
  return error.code === 3 || !ofTheNode.test(error.message)
}
