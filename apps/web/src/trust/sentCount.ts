import type { Address } from 'viem'
import type { ChainClient } from './chainClient.js'

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
