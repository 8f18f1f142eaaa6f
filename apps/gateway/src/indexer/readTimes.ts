import { getBlocks } from '../chain/blocks.js'
import type { ChainLog } from '../chain/fetchLogs.js'
import type { RpcEndpoint } from '../chain/rpcEndpoint.js'

/** Times of blocks, from nodes whose logs do not say them. */
export async function readTimes(
  rpc: RpcEndpoint,
  logs: readonly ChainLog[],
): Promise<Map<bigint, number>> {
  const numbers = [
    ...new Set(
      logs
        .filter(({ time }) => time === undefined)
        .map(({ blockNumber }) => blockNumber),
    ),
  ]
  const blocks = await getBlocks(rpc, numbers)
  return new Map(
    blocks.flatMap((block) => (block ? [[block.number, block.time]] : [])),
  )
}
