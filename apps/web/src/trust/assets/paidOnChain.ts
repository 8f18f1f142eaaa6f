import {
  type Address,
  getAddress,
  type Hex,
  keccak256,
  pad,
  size,
  slice,
  stringToHex,
} from 'viem'
import type { ChainClient } from '../chainClient.js'

type Log = { transactionHash: Hex; topics: readonly Hex[]; data: Hex }

const topicOf = (signature: string) => keccak256(stringToHex(signature))
const executed = topicOf('ExecutionSuccess(bytes32,uint256)')
const transferred = topicOf('Transfer(address,address,uint256)')

/** Nodes that do not look through everything look through that many blocks. */
const fewBlocks = 9_000n

/**
 * Whom the safe has paid with tokens, as the logs of its own executions say,
 * newest first. A log that anybody else caused does not count: such ones are
 * made to be found. Native currency leaves no log.
 */
export async function readPaidOnChain(
  client: ChainClient,
  { address, head }: { address: Address; head: bigint },
): Promise<Address[]> {
  const read = (fromBlock: bigint) =>
    readPaidSince(client, { address, fromBlock })
  const logs = await read(0n).catch(() =>
    read(head > fewBlocks ? head - fewBlocks : 0n),
  )
  return [...new Set(logs.reverse())]
}

async function readPaidSince(
  client: ChainClient,
  { address, fromBlock }: { address: Address; fromBlock: bigint },
): Promise<Address[]> {
  const ask = (filter: { address?: Address; topics: Hex[] }) =>
    client.request({
      method: 'eth_getLogs',
      params: [{ fromBlock: `0x${fromBlock.toString(16)}`, ...filter }],
    }) as Promise<Log[]>
  const [runs, transfers] = await Promise.all([
    ask({ address, topics: [executed] }),
    ask({ topics: [transferred, pad(address)] }),
  ])
  const own = new Set(runs.map(({ transactionHash }) => transactionHash))
  return transfers.flatMap(({ transactionHash, topics: [, , to], data }) =>
    own.has(transactionHash) && to && size(to) === 32 && !/^0x0*$/.test(data)
      ? getAddress(slice(to, 12))
      : [],
  )
}
