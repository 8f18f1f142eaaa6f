import { BaseError } from '@covault/protocol'
import type { Hex } from 'viem'
import { type ChainBlock, getBlockByNumber } from './blocks.js'
import type { RpcEndpoint } from './rpcEndpoint.js'

/**
 * The block itself, to be asked for before reading at it: a node that lacks
 * it would answer every call with an error, as broken contracts do.
 */
export async function requireBlock(
  rpc: RpcEndpoint,
  block: { number: bigint; hash: Hex },
): Promise<ChainBlock> {
  const found = await getBlockByNumber(rpc, block.number)
  if (found?.hash !== block.hash) throw new BlockReplacedError(block.number)
  return found
}

/** Not the node's fault: the chain went another way. */
export class BlockReplacedError extends BaseError {
  override name = 'BlockReplacedError'
  constructor(number: bigint) {
    super(`Block ${number} has changed. Try again.`)
  }
}
