import { BaseError } from 'viem'

/** A contract gave a reason; or the machine failed, as Nethermind counts. */
const ofCalls: readonly unknown[] = [3, -32_015]

/** Nodes have these for a call that fails and for their own trouble alike. */
const ofAnything: readonly unknown[] = [-32_000, -32_003]

const failedCall =
  /revert|out of gas|gas limit|gas uint64 overflow|return data out of bounds|invalid (opcode|jump)|stack|^EVM error/i

/**
 * The call failed. A node that could not run it has said nothing about it, and
 * what can't be told apart counts as that.
 */
export function isRefusal(error: unknown): error is Error {
  if (!(error instanceof Error) || !('code' in error)) return false
  if (ofCalls.includes(error.code)) return true
  // The message names the endpoint too: only what the node said is read.
  return (
    ofAnything.includes(error.code) &&
    error instanceof BaseError &&
    failedCall.test(error.details)
  )
}
