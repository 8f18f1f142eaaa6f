import { type Address, encodeFunctionData, erc20Abi, type Hex } from 'viem'
import { readQuantity } from './answer.js'
import { callMany } from './callMany.js'
import { readWord } from './returnedValues.js'
import type { RpcEndpoint } from './rpcEndpoint.js'

export type TokenBalances = {
  native: bigint
  /** Without those that did not answer with a number. */
  tokens: Map<Address, bigint>
}

/** What a holder has at one block. A node without that block throws. */
export async function readTokenBalances(
  rpc: RpcEndpoint,
  parameters: {
    holder: Address
    tokens: readonly Address[]
    blockHash: Hex
    multicall: Address
  },
): Promise<TokenBalances> {
  const { holder, tokens, blockHash, multicall } = parameters
  const native = await readNativeBalance(rpc, { holder, blockHash })
  const data = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [holder],
  })
  const answers = await callMany(rpc, {
    multicall,
    blockHash,
    calls: tokens.map((to) => ({ to, data })),
  })
  const found = new Map<Address, bigint>()
  for (const [index, token] of tokens.entries()) {
    const amount = readWord(answers[index])
    if (amount !== undefined) found.set(token, amount)
  }
  return { native, tokens: found }
}

/** A node without that block throws. */
export async function readNativeBalance(
  rpc: RpcEndpoint,
  { holder, blockHash }: { holder: Address; blockHash: Hex },
): Promise<bigint> {
  return readQuantity(
    await rpc.request('eth_getBalance', [holder, { blockHash }]),
  )
}
