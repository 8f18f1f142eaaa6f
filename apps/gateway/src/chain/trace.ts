import { type Address, getAddress, type Hex } from 'viem'
import { isAddressHex, isHex, isRecord } from './answer.js'
import type { RpcEndpoint } from './rpcEndpoint.js'
import { RpcAnswerError } from './rpcErrors.js'

/** A call that took effect: neither it nor any of its callers failed. */
export type CallFrame = {
  type: string
  from: Address
  to: Address
  input: Hex
  value: bigint
  depth: number
}

/** `undefined`: this node does not trace, or no longer has the state. */
export async function traceTransaction(
  rpc: RpcEndpoint,
  hash: Hex,
): Promise<CallFrame[] | undefined> {
  try {
    const answer = await rpc.request('debug_traceTransaction', [
      hash,
      { tracer: 'callTracer' },
    ])
    const frames: CallFrame[] = []
    collect(answer, 0, frames)
    return frames
  } catch (error) {
    if (error instanceof RpcAnswerError) return undefined
    throw error
  }
}

function collect(answer: unknown, depth: number, frames: CallFrame[]): void {
  if (!isRecord(answer) || answer.error !== undefined) return
  const { type, from, to, input, value, calls } = answer
  if (isAddressHex(from) && isAddressHex(to))
    frames.push({
      type: String(type),
      from: getAddress(from),
      to: getAddress(to),
      input: isHex(input) ? input : '0x',
      value: isHex(value) ? BigInt(value) : 0n,
      depth,
    })
  if (!Array.isArray(calls)) return
  for (const call of calls) collect(call, depth + 1, frames)
}
