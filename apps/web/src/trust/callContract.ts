import {
  type Abi,
  type Address,
  type ContractFunctionArgs,
  type ContractFunctionName,
  type ContractFunctionReturnType,
  type DecodeFunctionResultParameters,
  decodeFunctionResult,
  type EncodeFunctionDataParameters,
  encodeFunctionData,
  numberToHex,
} from 'viem'
import type { ChainClient } from './chainClient.js'

/**
 * What a view function of a contract returns at one block. viem's own
 * readContract does more (gateways of other chains, calls without a contract)
 * and would be a tenth of what the first page loads.
 */
export async function callContract<
  const abi extends Abi,
  name extends ContractFunctionName<abi, 'view'>,
  const args extends ContractFunctionArgs<abi, 'view', name>,
>(
  client: ChainClient,
  call: {
    address: Address
    abi: abi
    functionName: name
    args: args
    blockNumber: bigint
  },
): Promise<ContractFunctionReturnType<abi, 'view', name, args>> {
  const { address, abi, functionName, args, blockNumber } = call
  // viem's types cannot follow an ABI that is a parameter itself; the types
  // of this function say the same to those who call it.
  const data = encodeFunctionData({
    abi,
    functionName,
    args,
  } as unknown as EncodeFunctionDataParameters)
  const answer = await client.request({
    method: 'eth_call',
    params: [{ to: address, data }, numberToHex(blockNumber)],
  })
  const decoded: unknown = decodeFunctionResult({
    abi,
    functionName,
    data: answer,
  } as unknown as DecodeFunctionResultParameters)
  return decoded as ContractFunctionReturnType<abi, 'view', name, args>
}
