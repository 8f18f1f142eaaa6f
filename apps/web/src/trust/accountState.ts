import { type Address, numberToHex } from 'viem'
import type { ChainClient } from './chainClient.js'

/**
 * What an account has of the chain's currency; without a block at the newest.
 * viem's own getBalance can also ask Multicall3 and brings all that calls
 * contracts with it: 20 kB before the first content of every page of a safe.
 */
export async function readNativeBalance(
  client: ChainClient,
  { address, blockNumber }: { address: Address; blockNumber?: bigint },
): Promise<bigint> {
  const block = blockNumber === undefined ? 'latest' : numberToHex(blockNumber)
  const balance = await client.request({
    method: 'eth_getBalance',
    params: [address, block],
  })
  return BigInt(balance)
}

/** How many an account has sent, those that wait included where they are asked for. */
export async function readSentCount(
  client: ChainClient,
  { sender, block }: { sender: Address; block: 'latest' | 'pending' },
): Promise<number> {
  const count = await client.request({
    method: 'eth_getTransactionCount',
    params: [sender, block],
  })
  return Number(count)
}
