import {
  type Address,
  decodeFunctionResult,
  encodeFunctionData,
  type Hex,
  multicall3Abi,
} from 'viem'
import { splitEvery } from '../splitEvery.js'
import { isHex } from './answer.js'
import { toQuantity } from './blocks.js'
import type { RpcCall, RpcEndpoint, RpcOutcome } from './rpcEndpoint.js'

export type ContractCall = { to: Address; data: Hex }

/** What a contract returned; `undefined` when it reverted or ran out of gas. */
export type Returned = Hex | undefined

/** Enough for any honest getter, too little to return megabytes. */
const gasPerCall = 1_000_000n

/** Calls in one multicall, and multicalls in one body. */
const callsPerMulticall = 100

/**
 * Asks many contracts at one block through Multicall3. One of them may burn
 * the gas of all and make its neighbours look broken, so what failed
 * there is asked again alone; where there is no Multicall3, everybody is.
 */
export async function callMany(
  rpc: RpcEndpoint,
  parameters: {
    multicall: Address
    blockHash: Hex
    calls: readonly ContractCall[]
  },
): Promise<Returned[]> {
  const { multicall, blockHash, calls } = parameters
  if (calls.length === 0) return []
  const chunks = splitEvery(calls, callsPerMulticall)
  const outcomes = await rpc.batch(
    chunks.map((chunk) =>
      toRpcCall({ to: multicall, data: encodeMulticall(chunk) }, { blockHash }),
    ),
  )
  const together = chunks.flatMap((chunk, index) =>
    decodeMulticall(outcomes[index], chunk.length),
  )
  const failed = calls.filter((_, index) => together[index] === undefined)
  const alone = await callEach(rpc, { blockHash, calls: failed })
  return together.map((returned) => returned ?? alone.shift())
}

/** Every call in its own question, with its own gas. */
export async function callEach(
  rpc: RpcEndpoint,
  parameters: {
    blockHash: Hex
    calls: readonly ContractCall[]
    gas?: bigint
    /** How many answers may come in one body. */
    callsPerBody?: number
  },
): Promise<Returned[]> {
  const { blockHash, calls, gas = gasPerCall, callsPerBody = 25 } = parameters
  const returned: Returned[] = []
  for (const chunk of splitEvery(calls, callsPerBody)) {
    const outcomes = await rpc.batch(
      chunk.map((call) => toRpcCall(call, { blockHash, gas })),
    )
    for (const outcome of outcomes) returned.push(readReturned(outcome))
  }
  return returned
}

function toRpcCall(
  { to, data }: ContractCall,
  { blockHash, gas }: { blockHash: Hex; gas?: bigint },
): RpcCall {
  const transaction = gas ? { to, data, gas: toQuantity(gas) } : { to, data }
  return { method: 'eth_call', params: [transaction, { blockHash }] }
}

function readReturned(outcome: RpcOutcome | undefined): Returned {
  if (!outcome || outcome.error || !isHex(outcome.result)) return undefined
  return outcome.result
}

function encodeMulticall(calls: readonly ContractCall[]): Hex {
  return encodeFunctionData({
    abi: multicall3Abi,
    functionName: 'aggregate3',
    args: [
      calls.map(({ to, data }) => ({
        target: to,
        allowFailure: true,
        callData: data,
      })),
    ],
  })
}

function decodeMulticall(
  outcome: RpcOutcome | undefined,
  count: number,
): Returned[] {
  const nothing = Array.from<Returned>({ length: count })
  const data = readReturned(outcome)
  if (data === undefined || data === '0x') return nothing
  try {
    const results = decodeFunctionResult({
      abi: multicall3Abi,
      functionName: 'aggregate3',
      data,
    })
    return nothing.map((_, index) =>
      results[index]?.success ? results[index].returnData : undefined,
    )
  } catch {
    // Something else is at this address.
    return nothing
  }
}
