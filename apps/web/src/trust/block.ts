import { BaseError } from '@covault/protocol'
import { type Hex, numberToHex } from 'viem'
import type { ChainClient } from './chainClient.js'

export type Block = {
  number: bigint
  hash: Hex
  /** In seconds since 1970. */
  timestamp: bigint
  /** Zero on chains that have none. */
  baseFeePerGas: bigint
}

/**
 * Without a number the newest. viem's own getBlock also knows every field of a
 * block and of the transactions in it.
 */
export async function readBlock(
  client: ChainClient,
  blockNumber?: bigint,
): Promise<Block> {
  const block = await client.request({
    method: 'eth_getBlockByNumber',
    params: [
      blockNumber === undefined ? 'latest' : numberToHex(blockNumber),
      false,
    ],
  })
  if (!block?.hash || !block.number) throw new NoBlockError({ blockNumber })
  return {
    number: BigInt(block.number),
    hash: block.hash,
    timestamp: BigInt(block.timestamp),
    baseFeePerGas: BigInt(block.baseFeePerGas ?? 0),
  }
}

/** Fails where no node answers. */
export async function readBlockNumber(client: ChainClient): Promise<bigint> {
  return BigInt(await client.request({ method: 'eth_blockNumber' }))
}

class NoBlockError extends BaseError {
  constructor({ blockNumber }: { blockNumber: bigint | undefined }) {
    super(
      blockNumber === undefined
        ? 'The RPC endpoint has no blocks.'
        : `The RPC endpoint doesn’t have block ${blockNumber}.`,
    )
  }
}
