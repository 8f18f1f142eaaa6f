import {
  type Address,
  decodeFunctionResult,
  encodeFunctionData,
  type Hex,
  numberToHex,
  RpcRequestError,
} from 'viem'
import { type Answer, callMany } from '../callMany.js'
import type { ChainClient } from '../chainClient.js'

/** One token of its kind: EIP-721. */
export type CollectibleId = { token: Address; id: bigint }

/** What a contract says of one of its tokens. */
export type CollectibleReading =
  | { status: 'owned'; owner: Address }
  /** It keeps amounts of many kinds, EIP-1155, and has no owners. */
  | { status: 'many' }
  | { status: 'silent' }

const collectibleAbi = [
  {
    type: 'function',
    name: 'ownerOf',
    inputs: [{ name: 'id', type: 'uint256' }],
    outputs: [{ name: '', type: 'address' }],
    stateMutability: 'view',
  },
  {
    type: 'function',
    name: 'supportsInterface',
    inputs: [{ name: 'id', type: 'bytes4' }],
    outputs: [{ name: '', type: 'bool' }],
    stateMutability: 'view',
  },
] as const

/** The interface of EIP-1155, by EIP-165. */
const manyInterface = '0xd9b67a26'

export async function readCollectibles(
  client: ChainClient,
  {
    items,
    blockNumber,
  }: { items: readonly CollectibleId[]; blockNumber: bigint },
): Promise<CollectibleReading[]> {
  const asksKind = encodeFunctionData({
    abi: collectibleAbi,
    functionName: 'supportsInterface',
    args: [manyInterface],
  })
  const answers = await callMany(client, {
    questions: items.flatMap(({ token: target, id }) => {
      const asksOwner = encodeFunctionData({
        abi: collectibleAbi,
        functionName: 'ownerOf',
        args: [id],
      })
      return [asksOwner, asksKind].map((callData) => ({ target, callData }))
    }),
    blockNumber,
  })
  return items.map((_, index) => {
    const owner = decode(answers[index * 2], 'ownerOf')
    if (typeof owner === 'string') return { status: 'owned', owner }
    const isMany = decode(answers[index * 2 + 1], 'supportsInterface')
    return { status: isMany === true ? 'many' : 'silent' }
  })
}

function decode(
  answer: Answer | undefined,
  functionName: 'ownerOf' | 'supportsInterface',
): Address | boolean | undefined {
  if (!answer?.success) return undefined
  try {
    return decodeFunctionResult({
      abi: collectibleAbi,
      functionName,
      data: answer.returnData,
    })
  } catch {
    return undefined
  }
}

/** Whether a contract would let an account make this call, as things are. */
export async function wouldSucceed(
  client: ChainClient,
  {
    from,
    to,
    data,
    blockNumber,
  }: { from: Address; to: Address; data: Hex; blockNumber: bigint },
): Promise<boolean> {
  try {
    await client.request({
      method: 'eth_call',
      params: [{ from, to, data }, numberToHex(blockNumber)],
    })
    return true
  } catch (error) {
    // A node that is not reached has said nothing about the call.
    if (error instanceof RpcRequestError) return false
    throw error
  }
}
