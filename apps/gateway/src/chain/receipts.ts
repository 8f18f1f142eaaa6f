import { isRecord } from './answer.js'
import type { ChainBlock } from './blocks.js'
import { type ChainLog, readLog } from './fetchLogs.js'
import { askForBlock, BlockMissingError } from './limits/missingBlock.js'
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
 * that answers questions for logs. A node that has no such block yet answers
 * with nothing, which is no refusal: the next one behind its address is asked.
 */
export async function readReceiptLogs(
  rpc: RpcEndpoint,
  block: ChainBlock,
): Promise<ChainLog[]> {
  const receipts = await askForBlock(async () => {
    const answer = await rpc.request('eth_getBlockReceipts', [block.hash])
    if (Array.isArray(answer)) return answer
    if (answer === null && block.lastTransaction === undefined) return []
    throw new BlockMissingError()
  })
  return receipts
    .flatMap((receipt: unknown) =>
      isRecord(receipt) && Array.isArray(receipt.logs) ? receipt.logs : [],
    )
    .flatMap((log) => readLog(log) ?? [])
    .filter((log) => log.blockHash === block.hash)
}
