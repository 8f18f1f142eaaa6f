import type { Address } from 'viem'
import { getCode } from 'viem/actions'
import { readBlock } from './block.js'
import type { ChainClient } from './chainClient.js'

/** The last block that is not later than a time in seconds; undefined before the first. */
export async function findBlockAt(
  client: ChainClient,
  time: bigint,
): Promise<{ number: bigint; timestamp: bigint } | undefined> {
  const read = async (blockNumber?: bigint) => {
    const { number, timestamp } = await readBlock(client, blockNumber)
    return { number, timestamp }
  }
  let high = await read()
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

/** Which of these had no code at a block: they were not there yet. */
export async function listAbsent(
  client: ChainClient,
  {
    addresses,
    blockNumber,
  }: { addresses: readonly Address[]; blockNumber: bigint },
): Promise<Address[]> {
  const codes = await Promise.all(
    addresses.map((address) => getCode(client, { address, blockNumber })),
  )
  return addresses.filter((_, at) => !codes[at])
}
