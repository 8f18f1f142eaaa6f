import { getBlock } from 'viem/actions'
import type { ChainClient } from './chainClient.js'

/** The last block that is not later than a time in seconds; undefined before the first. */
export async function findBlockAt(
  client: ChainClient,
  time: bigint,
): Promise<{ number: bigint; timestamp: bigint } | undefined> {
  const read = async (blockNumber: bigint) => {
    const { number, timestamp } = await getBlock(client, { blockNumber })
    return { number, timestamp }
  }
  const latest = await getBlock(client, { blockTag: 'latest' })
  let high = { number: latest.number, timestamp: latest.timestamp }
  if (high.timestamp <= time) return high
  let low = await read(0n)
  if (low.timestamp > time) return undefined
  while (high.number - low.number > 1n) {
    const middle = await read((low.number + high.number) / 2n)
    if (middle.timestamp <= time) low = middle
    else high = middle
  }
  return low
}
