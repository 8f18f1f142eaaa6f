import { createLogTest, type LogFilter } from './filterLogs.js'
import { recordHistory } from './recordHistory.js'
import {
  askAll,
  type RpcAnswer,
  type RpcRequest,
  startRpcServer,
} from './rpcServer.js'
import { statePlaces } from './statePlaces.js'
import { type StretchedChain, stretchChain } from './stretchedChain.js'

export type ReplayedSource = {
  url: string
  head(): number
  /** More empty blocks on top. */
  grow(blocks: number): void
  stop(): Promise<void>
}

/** Blocks below the head that stay, as most chains have it. */
const finalityDepth = 64

const passedOn = new Set([
  'eth_chainId',
  'net_version',
  'eth_gasPrice',
  'eth_maxPriorityFeePerGas',
  'debug_traceTransaction',
])

/**
 * A node of a long chain: what really happened on a short one, replayed over
 * many blocks that are mostly empty. Mining so many would take hours.
 * States are asked of the short chain, which has to keep them.
 */
export async function startReplayedSource(parameters: {
  /** The node of the short chain. */
  url: string
  blocks: number
}): Promise<ReplayedSource> {
  const { url, blocks } = parameters
  const recorded = await recordHistory(url)
  const lastTime = Math.floor(Date.now() / 1000)
  const chain = stretchChain(recorded, { blocks, lastTime })
  let head = blocks - 1

  const answer = async (request: RpcRequest): Promise<RpcAnswer> => {
    const { method, params } = request
    const at = statePlaces[method]
    if (at !== undefined) {
      const number = readNumber(chain, head, params[at])
      if (number === undefined) return headerNotFound
      const moved = [...params]
      moved[at] = `0x${chain.toReal(number).toString(16)}`
      return passOn(url, { method, params: moved })
    }
    if (passedOn.has(method)) return passOn(url, request)
    return answerFromRecord(chain, head, request)
  }

  const server = await startRpcServer(async (body) => {
    const list = Array.isArray(body) ? body : [body]
    const answers: object[] = []
    for (const request of list)
      answers.push({
        jsonrpc: '2.0',
        id: request.id,
        ...(await answer(request)),
      })
    return { json: Array.isArray(body) ? answers : answers[0] }
  })
  return {
    url: server.url,
    head: () => head,
    grow(more) {
      head += more
    },
    stop: server.stop,
  }
}

const headerNotFound: RpcAnswer = {
  error: { code: -32_000, message: 'header not found' },
}

async function passOn(
  url: string,
  request: Pick<RpcRequest, 'method' | 'params'>,
): Promise<RpcAnswer> {
  const [answer] = await askAll(url, [request])
  return answer ?? { result: null }
}

function answerFromRecord(
  chain: StretchedChain,
  head: number,
  { method, params }: RpcRequest,
): RpcAnswer {
  const [first, full] = params
  const hash = String(first)
  switch (method) {
    case 'eth_blockNumber':
      return { result: `0x${head.toString(16)}` }
    case 'eth_getBlockByNumber':
    case 'eth_getBlockByHash': {
      const number = readNumber(chain, head, first)
      return {
        result: number === undefined ? null : toBlock(chain, number, full),
      }
    }
    case 'eth_getBlockReceipts': {
      const number = readNumber(chain, head, first)
      return {
        result: number === undefined ? null : chain.blockAt(number).receipts,
      }
    }
    case 'eth_getTransactionByHash':
      return { result: chain.findTransaction(hash) ?? null }
    case 'eth_getTransactionReceipt':
      return { result: chain.findReceipt(hash) ?? null }
    case 'eth_getLogs':
      return listLogs(chain, head, first as LogQuestion)
    default:
      return {
        error: { code: -32_601, message: `Method ${method} not found` },
      }
  }
}

function toBlock(chain: StretchedChain, number: number, full: unknown) {
  const { header, transactions } = chain.blockAt(number)
  return {
    ...header,
    transactions: full ? transactions : transactions.map(({ hash }) => hash),
  }
}

type LogQuestion = LogFilter & {
  fromBlock?: string
  toBlock?: string
  blockHash?: string
}

function listLogs(
  chain: StretchedChain,
  head: number,
  { blockHash, fromBlock, toBlock, ...filter }: LogQuestion,
): RpcAnswer {
  const from = readNumber(chain, head, blockHash ?? fromBlock)
  const to =
    blockHash === undefined ? (readNumber(chain, head, toBlock) ?? head) : from
  if (from === undefined || to === undefined)
    return { error: { code: -32_000, message: 'unknown block' } }
  return { result: chain.listLogs({ from, to }, createLogTest(filter)) }
}

/** The number that a tag, a number or a hash means; undefined beyond the head. */
function readNumber(
  chain: StretchedChain,
  head: number,
  block: unknown,
): number | undefined {
  if (typeof block === 'object' && block !== null) {
    const { blockHash, blockNumber } = block as Record<string, unknown>
    return readNumber(chain, head, blockHash ?? blockNumber)
  }
  const text = String(block ?? 'latest')
  if (text === 'latest' || text === 'pending') return head
  if (text === 'earliest') return 0
  if (text === 'finalized' || text === 'safe')
    return Math.max(0, head - finalityDepth)
  const number = text.length === 66 ? chain.numberOf(text) : Number(text)
  return number === undefined || number > head ? undefined : number
}
