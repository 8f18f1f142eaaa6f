import { isRecord } from './answer.js'
import type { ChainBlock } from './blocks.js'
import { type ChainLog, readLog } from './fetchLogs.js'
import type { RpcEndpoint } from './rpcEndpoint.js'
import { RpcAnswerError } from './rpcErrors.js'

/** Whether the node already knows what the transactions of a block did. */
export async function hasReceipts(
  rpc: RpcEndpoint,
  { lastTransaction }: ChainBlock,
): Promise<boolean> {
  if (lastTransaction === undefined) return true
  try {
    const answer = await rpc.request('eth_getTransactionReceipt', [
      lastTransaction,
    ])
    return answer !== null
  } catch (error) {
    // Some nodes refuse to answer for what they do not have yet.
    if (error instanceof RpcAnswerError) return false
    throw error
  }
}

/**
 * The logs of a block from its receipts, which nodes keep apart from the index
 * that answers questions for logs. `undefined`: the node does not give them.
 */
export async function readReceiptLogs(
  rpc: RpcEndpoint,
  block: ChainBlock,
): Promise<ChainLog[] | undefined> {
  try {
    const receipts = await rpc.request('eth_getBlockReceipts', [block.hash])
    if (!Array.isArray(receipts)) return undefined
    return receipts
      .flatMap((receipt) =>
        isRecord(receipt) && Array.isArray(receipt.logs) ? receipt.logs : [],
      )
      .flatMap((log) => readLog(log) ?? [])
      .filter((log) => log.blockHash === block.hash)
  } catch (error) {
    if (error instanceof RpcAnswerError) return undefined
    throw error
  }
}
