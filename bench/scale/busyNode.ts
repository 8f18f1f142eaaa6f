import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { type Address, type Hex, numberToHex, padHex, zeroHash } from 'viem'
import { getBloomBits } from '../../apps/gateway/src/chain/bloom.js'
import {
  chainId,
  nameOwner,
  nameSafe,
} from '../../apps/gateway/src/testing/inventSafes.js'

export type BusyNode = {
  url: string
  /** Adds blocks in which some of so many safes are. */
  grow(parameters: { blocks: number; safes: number }): void
  head(): bigint
  /** How many questions it was asked; each of a batch is one. */
  asked(): number
  stop(): Promise<void>
}

const logsPerBlock = 300
const logsPerTransaction = 3
/** One log of so many is ours: one half names safes, safes write the other. */
const strangersPerLog = 50

const transferTopic =
  '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const receivedTopic =
  '0x3d0ce9bfc3ed7d6862dbb28b2dea94561fe714a1b4d019aa8af39730d1ad7c3d'

type Log = {
  address: Hex
  topics: Hex[]
  data: Hex
  blockNumber: Hex
  blockHash: Hex
  transactionHash: Hex
  transactionIndex: Hex
  logIndex: Hex
}
type Block = {
  number: Hex
  hash: Hex
  parentHash: Hex
  timestamp: Hex
  logsBloom: Hex
  transactions: Hex[]
}
/** A block with what it is asked for, made once: to make it anew takes our time. */
type Made = { block: Block; logs: Log[]; receipts: object[] }

/**
 * A node whose blocks are as full of other people's transfers as those of a
 * large chain. It answers from memory, so that what is measured is ours.
 */
export async function startBusyNode(): Promise<BusyNode> {
  const chain: Made[] = [makeBlock(0, [])]
  let asked = 0
  const server = createServer(async (request, reply) => {
    const body = (await json(request)) as Call | Call[]
    asked += [body].flat().length
    const answer = Array.isArray(body)
      ? body.map((call) => answerCall(chain, call))
      : answerCall(chain, body)
    reply.setHeader('content-type', 'application/json')
    reply.end(JSON.stringify(answer))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    grow({ blocks, safes }) {
      for (let count = 0; count < blocks; count++)
        chain.push(makeBlock(chain.length, inventLogs(chain.length, safes)))
    },
    head: () => BigInt(chain.length - 1),
    asked: () => asked,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

function inventLogs(
  block: number,
  safes: number,
): Pick<Log, 'address' | 'topics'>[] {
  return Array.from({ length: logsPerBlock }, (_, at) => {
    const safe = nameSafe((block * 131 + at * 37) % safes)
    const stranger = nameOwner(1_000_000 + block * logsPerBlock + at)
    const token = nameOwner(2_000_000 + (at % 40))
    const isOurs = at % strangersPerLog === 0
    if (isOurs && at % (2 * strangersPerLog) === 0)
      return { address: lower(safe), topics: [receivedTopic, toWord(stranger)] }
    const to = isOurs ? safe : nameOwner(3_000_000 + at)
    return {
      address: lower(token),
      topics: [transferTopic, toWord(stranger), toWord(to)],
    }
  })
}

function makeBlock(
  number: number,
  logs: readonly Pick<Log, 'address' | 'topics'>[],
): Made {
  const place = { blockNumber: numberToHex(number), blockHash: hash(number) }
  const bloom = Buffer.alloc(256)
  for (const value of logs.flatMap(({ address, topics }) => [
    address,
    ...topics,
  ]))
    for (const bit of getBloomBits(value)) {
      const at = 255 - (bit >> 3)
      bloom[at] = (bloom[at] ?? 0) | (1 << (bit & 7))
    }
  const made = logs.map((log, index): Log => {
    const transaction = Math.floor(index / logsPerTransaction)
    return {
      ...log,
      ...place,
      data: numberToHex(1n, { size: 32 }),
      transactionHash: hash(`${number} ${transaction}`),
      transactionIndex: numberToHex(transaction),
      logIndex: numberToHex(index),
    }
  })
  const transactions = [
    ...new Set(made.map(({ transactionHash }) => transactionHash)),
  ]
  return {
    block: {
      number: place.blockNumber,
      hash: place.blockHash,
      parentHash: number === 0 ? zeroHash : hash(number - 1),
      timestamp: numberToHex(1_760_000_000 + number * 12),
      logsBloom: `0x${bloom.toString('hex')}`,
      transactions,
    },
    logs: made,
    receipts: transactions.map((transactionHash) => ({
      transactionHash,
      logs: made.filter((log) => log.transactionHash === transactionHash),
    })),
  }
}

const nobody = lower(nameOwner(9_000_000))

type Call = { id: number; method: string; params: unknown[] }

function answerCall(chain: readonly Made[], call: Call): object {
  const { id } = call
  const result = findResult(chain, call)
  return result === undefined
    ? { jsonrpc: '2.0', id, error: { code: -32_601, message: 'Not found' } }
    : { jsonrpc: '2.0', id, result }
}

function findResult(chain: readonly Made[], call: Call): unknown {
  const { method, params } = call
  const head = chain.length - 1
  switch (method) {
    case 'eth_chainId':
      return numberToHex(chainId)
    case 'eth_blockNumber':
      return numberToHex(head)
    case 'eth_getBlockByNumber': {
      const number = Number(params[0])
      const at = Number.isNaN(number) ? Math.max(0, head - 64) : number
      return chain[params[0] === 'latest' ? head : at]?.block ?? null
    }
    case 'eth_getBlockByHash':
      return chain.find(({ block }) => block.hash === params[0])?.block ?? null
    case 'eth_getBlockReceipts':
      return (
        chain.find(({ block }) => block.hash === params[0])?.receipts ?? null
      )
    case 'eth_getTransactionReceipt':
      return { transactionHash: params[0], logs: [] }
    case 'eth_getTransactionByHash':
      return {
        hash: params[0],
        from: nobody,
        to: nobody,
        input: '0x',
        value: '0x1',
      }
    case 'eth_getLogs':
      return findLogs(chain, params[0] as Filter)
    case 'eth_getBalance':
      return '0x0'
    case 'eth_getCode':
      return '0x'
    case 'eth_getStorageAt':
      return zeroHash
    case 'eth_call':
      return answerContract(params[0] as { data: Hex })
    default:
      return undefined
  }
}

type Filter = {
  blockHash?: Hex
  fromBlock?: Hex
  toBlock?: Hex
  address?: Address[]
  topics?: (Hex | Hex[] | null)[]
}

function findLogs(chain: readonly Made[], filter: Filter): Log[] {
  const blocks = filter.blockHash
    ? chain.filter(({ block }) => block.hash === filter.blockHash)
    : chain.slice(Number(filter.fromBlock), Number(filter.toBlock) + 1)
  const addresses = filter.address && toSet(filter.address)
  const topics = filter.topics?.map((each) => each && toSet([each].flat()))
  return blocks.flatMap(({ logs }) =>
    logs.filter(
      (log) =>
        (!addresses || addresses.has(log.address)) &&
        (topics ?? []).every(
          (each, at) => !each || each.has(log.topics[at] ?? ''),
        ),
    ),
  )
}

function toSet(values: readonly Hex[]): Set<string> {
  return new Set(values.map((value) => value.toLowerCase()))
}

const aggregate = '0x82ad56cb'
/** Where the list of calls begins, and how many there are: two words. */
const callsAt = aggregate.length
const wordLength = 64

/** Nobody has anything, and no contract knows what it is asked. */
function answerContract({ data }: { data: Hex }): Hex {
  if (!data.startsWith(aggregate)) return zeroHash
  const countAt = callsAt + wordLength
  const count = Number(`0x${data.slice(countAt, countAt + wordLength)}`)
  return answerCalls(count)
}

/**
 * As many answers of one empty word as there were calls, written by hand: to
 * decode all calls would take longer than what is measured.
 */
function answerCalls(count: number): Hex {
  const places = Array.from({ length: count }, (_, at) =>
    toPart(32 * (count + 4 * at)),
  )
  // It succeeded; its bytes begin after two words, and are one.
  const answer = `${toPart(1)}${toPart(64)}${toPart(32)}${toPart(0)}`
  return `0x${toPart(32)}${toPart(count)}${places.join('')}${answer.repeat(count)}`
}

function toPart(value: number): string {
  return value.toString(16).padStart(wordLength, '0')
}

function toWord(address: Address): Hex {
  return padHex(lower(address), { size: 32 })
}

function lower(address: Hex): Hex {
  return `0x${address.slice(2).toLowerCase()}`
}

function hash(seed: string | number): Hex {
  return `0x${createHash('sha256').update(`block ${seed}`).digest('hex')}`
}
