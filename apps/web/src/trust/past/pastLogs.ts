import { type Address, type Hex, numberToHex, pad } from 'viem'
import type { ChainClient } from '../chainClient.js'

/** About a week of Ethereum. Nodes that refuse so many are asked for fewer. */
const windows = [50_000n, 9_000n, 900n]

const transferTopic =
  '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/** As JSON-RPC spells it. */
export type Log = {
  address: Address
  topics: readonly Hex[]
  data: Hex
  transactionHash: Hex
  blockNumber: Hex
  logIndex: Hex
}

/** The widest window that the node looks through. */
export async function readWindow(
  client: ChainClient,
  { address, head }: { address: Address; head: bigint },
): Promise<{ fromBlock: bigint; logs: Log[] }> {
  let refusal: unknown
  for (const blocks of windows) {
    const fromBlock = head > blocks ? head - blocks : 0n
    const ask = (filter: object) =>
      client.request({
        method: 'eth_getLogs',
        params: [
          {
            fromBlock: numberToHex(fromBlock),
            toBlock: numberToHex(head),
            ...filter,
          },
        ],
      }) as Promise<Log[]>
    try {
      const logs = await Promise.all([
        ask({ address }),
        ask({ topics: [transferTopic, pad(address)] }),
        ask({ topics: [transferTopic, null, pad(address)] }),
      ])
      return { fromBlock, logs: logs.flat() }
    } catch (error) {
      refusal = error
      if (fromBlock === 0n) break
    }
  }
  throw refusal
}

export function groupByTransaction(logs: readonly Log[]): Map<Hex, Log[]> {
  const groups = new Map<Hex, Map<Hex, Log>>()
  for (const log of logs) {
    const group = groups.get(log.transactionHash) ?? new Map<Hex, Log>()
    // A transfer to oneself comes with two of the questions.
    groups.set(log.transactionHash, group.set(log.logIndex, log))
  }
  return new Map(
    [...groups].map(([hash, group]) => [
      hash,
      [...group.values()].sort(
        (one, other) => Number(one.logIndex) - Number(other.logIndex),
      ),
    ]),
  )
}
