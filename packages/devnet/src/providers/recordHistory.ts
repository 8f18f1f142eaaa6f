import { askAll } from './rpcServer.js'

export type WireLog = Record<string, unknown> & {
  address: string
  topics: string[]
}
export type WireReceipt = Record<string, unknown> & {
  transactionHash: string
  logs: WireLog[]
}
export type WireTransaction = Record<string, unknown> & { hash: string }

/** A block as a node tells it, with everything in it. */
export type RecordedBlock = {
  header: Record<string, unknown>
  transactions: WireTransaction[]
  receipts: WireReceipt[]
}

const blocksAtOnce = 50

/** Everything that happened on a chain so far, in its order. */
export async function recordHistory(url: string): Promise<RecordedBlock[]> {
  const [head] = await askAll(url, [{ method: 'eth_blockNumber', params: [] }])
  const count = Number(head?.result) + 1
  const blocks: RecordedBlock[] = []
  for (let at = 0; at < count; at += blocksAtOnce) {
    const numbers = Array.from(
      { length: Math.min(blocksAtOnce, count - at) },
      (_, index) => `0x${(at + index).toString(16)}`,
    )
    const answers = await askAll(
      url,
      numbers.flatMap((number) => [
        { method: 'eth_getBlockByNumber', params: [number, true] },
        { method: 'eth_getBlockReceipts', params: [number] },
      ]),
    )
    for (const index of numbers.keys()) {
      const block = answers[index * 2]?.result
      const receipts = answers[index * 2 + 1]?.result
      if (!block || !Array.isArray(receipts))
        throw new Error(`The chain does not tell its block ${at + index}.`)
      const { transactions, ...header } = block as Record<string, unknown>
      blocks.push({
        header,
        transactions: transactions as WireTransaction[],
        receipts: receipts as WireReceipt[],
      })
    }
  }
  return blocks
}
