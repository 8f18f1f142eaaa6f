import { encodeFunctionData, type Hex, parseAbi } from 'viem'
import type { RpcCall, RpcEndpoint } from '../chain/rpcEndpoint.js'
import type { CallFrame } from '../chain/trace.js'
import type { Place } from '../store/chainRows.js'
import type { Activity } from './activity.js'

const abi = parseAbi([
  'function approvedHashes(address owner, bytes32 hash) view returns (uint256)',
  'function signedMessages(bytes32 hash) view returns (uint256)',
  'function isModuleEnabled(address module) view returns (bool)',
])

/**
 * What the state and, where the node traces, the calls of the transaction
 * prove of the logs that could be anybody's. Settings need no proof here:
 * they are never taken from logs.
 */
export async function readProofs(
  rpc: RpcEndpoint,
  opened: { activity: Activity; frames: CallFrame[] | undefined },
): Promise<(place: Place) => boolean> {
  const { activity, frames } = opened
  const questions = activity.events.flatMap(({ place, event }) => {
    const data = ((): Hex | undefined => {
      if (event.type === 'approveHash')
        return encodeFunctionData({
          abi,
          functionName: 'approvedHashes',
          args: [event.owner, event.approvedHash],
        })
      if (event.type === 'signMessage')
        return encodeFunctionData({
          abi,
          functionName: 'signedMessages',
          args: [event.messageHash],
        })
      if (
        event.type === 'executionFromModuleSuccess' ||
        event.type === 'executionFromModuleFailure'
      )
        return encodeFunctionData({
          abi,
          functionName: 'isModuleEnabled',
          args: [event.module],
        })
      return undefined
    })()
    return data === undefined ? [] : [{ place, data }]
  })
  const calls = questions.map(
    ({ data }): RpcCall => ({
      method: 'eth_call',
      params: [{ to: activity.safe, data }, { blockHash: activity.blockHash }],
    }),
  )
  const outcomes = calls.length === 0 ? [] : await rpc.batch(calls)
  const answers = new Map(
    questions.map(({ place }, index) => {
      const result = outcomes[index]?.error ? '0x' : outcomes[index]?.result
      return [
        place,
        typeof result === 'string' && /[1-9a-f]/.test(result.slice(2)),
      ]
    }),
  )
  const received = new Set(
    activity.events.flatMap(({ place, event }) => {
      if (event.type !== 'safeReceived') return []
      const at = frames?.findIndex(
        (frame) =>
          frame.type === 'CALL' &&
          frame.to === activity.safe &&
          frame.from === event.sender &&
          frame.value === event.value,
      )
      return at !== undefined && at >= 0 ? [place] : []
    }),
  )
  const kinds = new Map(
    activity.events.map(({ place, event }) => [place, event.type]),
  )
  return (place) => {
    if (kinds.get(place) === 'safeReceived') return received.has(place)
    // With a trace, a module's call was seen or it was not.
    if (kinds.get(place)?.startsWith('executionFromModule') && frames)
      return false
    return answers.get(place) ?? true
  }
}
