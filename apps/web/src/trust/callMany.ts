import {
  type Address,
  decodeFunctionResult,
  encodeFunctionData,
  type Hex,
  numberToHex,
} from 'viem'
import { multicall3, multicallAbi } from './abis.js'
import type { ChainClient } from './chainClient.js'
import { isRefusal } from './isRefusal.js'

export type Question = { target: Address; callData: Hex }
export type Answer = { success: boolean; returnData: Hex }

/**
 * Many questions at one block, each allowed to fail, in one call. Where nobody
 * has deployed Multicall3 each is a call of its own, which travel together.
 */
export async function callMany(
  client: ChainClient,
  {
    questions,
    blockNumber,
  }: { questions: readonly Question[]; blockNumber: bigint },
): Promise<readonly Answer[]> {
  if (questions.length === 0) return []
  const block = numberToHex(blockNumber)
  const data = encodeFunctionData({
    abi: multicallAbi,
    functionName: 'aggregate3',
    args: [questions.map((one) => ({ ...one, allowFailure: true }))],
  })
  const answer = await client.request({
    method: 'eth_call',
    params: [{ to: client.multicall ?? multicall3, data }, block],
  })
  if (answer === '0x')
    return Promise.all(questions.map((one) => ask(client, one, block)))
  return decodeFunctionResult({
    abi: multicallAbi,
    functionName: 'aggregate3',
    data: answer,
  })
}

async function ask(
  client: ChainClient,
  { target, callData }: Question,
  block: Hex,
): Promise<Answer> {
  try {
    const returnData = await client.request({
      method: 'eth_call',
      params: [{ to: target, data: callData }, block],
    })
    return { success: true, returnData }
  } catch (error) {
    if (isRefusal(error)) return { success: false, returnData: '0x' }
    throw error
  }
}
