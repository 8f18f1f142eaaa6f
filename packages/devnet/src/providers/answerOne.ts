import type { ProviderProfile } from './profiles.js'
import {
  headerNotFound,
  missingState,
  noFinalizedTag,
  noLogsByHash,
  type Refusal,
  refuseLogs,
  refuseMethod,
  refuseRange,
  refuseValues,
  unknownBlock,
} from './providerWords.js'
import { askAll, type RpcAnswer, type RpcRequest } from './rpcServer.js'
import { statePlaces } from './statePlaces.js'

/** What the node behind the address has, of those there are. */
export type Visible = { head: number; lag: number }

type Place = { target: string; profile: ProviderProfile; visible: Visible }

type Answer = { refusal: Refusal } | RpcAnswer

/** So many states a node without an archive keeps. */
const keptStates = 128

export async function answerOne(
  place: Place,
  request: RpcRequest,
): Promise<Answer> {
  const { profile, visible } = place
  const { method } = request
  if (method === 'eth_blockNumber') return { result: toHex(visible.head) }
  if (method === 'eth_getLogs') return answerLogs(place, request)
  if (method === 'eth_getBlockReceipts' && !profile.blockReceipts)
    return { refusal: refuseMethod(method) }
  if (/^(debug|trace)_/.test(method) && !profile.traces)
    return { refusal: refuseMethod(method) }
  if (method === 'eth_getBlockByNumber') return answerBlock(place, request)
  const at = statePlaces[method]
  return at === undefined
    ? hideLater(visible, await pass(place, request))
    : answerState(place, request, at)
}

async function answerBlock(place: Place, request: RpcRequest): Promise<Answer> {
  const { profile, visible } = place
  const [tag, full] = request.params
  if ((tag === 'finalized' || tag === 'safe') && !profile.finalizedTag)
    return { refusal: noFinalizedTag }
  const isHead = tag === 'latest' || tag === 'pending'
  const params = [isHead ? toHex(visible.head) : tag, full ?? false]
  return hideLater(visible, await pass(place, { ...request, params }))
}

async function answerState(
  place: Place,
  request: RpcRequest,
  at: number,
): Promise<Answer> {
  const { profile, visible } = place
  const number = await readBlockOf(place, request.params[at])
  if (number === undefined || number > visible.head)
    return { refusal: headerNotFound }
  if (!profile.archive && number < visible.head - keptStates)
    return { refusal: missingState }
  const params = [...request.params]
  params[at] = toHex(number)
  return pass(place, { ...request, params })
}

/** The number that a tag, a number or a hash means. */
async function readBlockOf(
  place: Place,
  block: unknown,
): Promise<number | undefined> {
  if (block === undefined || block === 'latest' || block === 'pending')
    return place.visible.head
  if (typeof block === 'object' && block !== null) {
    const { blockHash, blockNumber } = block as Record<string, unknown>
    return typeof blockHash === 'string'
      ? readNumberOf(place, 'eth_getBlockByHash', blockHash)
      : readBlockOf(place, blockNumber)
  }
  if (block === 'earliest') return 0
  if (typeof block === 'string' && !block.startsWith('0x'))
    return readNumberOf(place, 'eth_getBlockByNumber', block)
  return Number(block)
}

async function readNumberOf(
  place: Place,
  method: string,
  block: string,
): Promise<number | undefined> {
  const { result } = await pass(place, { method, params: [block, false] })
  return result ? Number((result as { number: string }).number) : undefined
}

type Filter = {
  address?: string | string[]
  topics?: (string | string[] | null)[]
  fromBlock?: string
  toBlock?: string
  blockHash?: string
}

async function answerLogs(place: Place, request: RpcRequest): Promise<Answer> {
  const { profile, visible } = place
  const filter = (request.params[0] ?? {}) as Filter
  if (longestList(filter) > profile.valuesPerFilter)
    return { refusal: refuseValues(profile) }
  if (filter.blockHash !== undefined) {
    if (!profile.logsByBlockHash) return { refusal: noLogsByHash }
    const number = await readBlockOf(place, filter)
    return number === undefined || number > visible.head
      ? { refusal: unknownBlock }
      : pass(place, request)
  }
  const from = (await readBlockOf(place, filter.fromBlock)) ?? visible.head
  const asked = (await readBlockOf(place, filter.toBlock)) ?? visible.head
  if (asked - from + 1 > profile.logRange)
    return { refusal: refuseRange(profile, { from, to: asked }) }
  // What a node has not heard of yet, it leaves out without a word.
  const to = Math.min(asked, visible.head)
  if (from > to) return { result: [] }
  const range = { fromBlock: toHex(from), toBlock: toHex(to) }
  const params = [{ ...filter, ...range }]
  const answer = await pass(place, { ...request, params })
  const logs = answer.result
  return Array.isArray(logs) && logs.length > profile.logsPerAnswer
    ? { refusal: refuseLogs(profile, { from, to }) }
    : answer
}

function longestList({ address, topics = [] }: Filter): number {
  const lengths = [address, ...topics].map((value) =>
    Array.isArray(value) ? value.length : 1,
  )
  return Math.max(...lengths)
}

/** Blocks and transactions that this node has not heard of yet. */
function hideLater({ head }: Visible, answer: RpcAnswer): RpcAnswer {
  const { result } = answer
  if (typeof result !== 'object' || result === null) return answer
  const { number, blockNumber } = result as Record<string, unknown>
  const at = number ?? blockNumber
  return typeof at === 'string' && Number(at) > head ? { result: null } : answer
}

async function pass(
  { target }: Place,
  request: Pick<RpcRequest, 'method' | 'params'>,
): Promise<RpcAnswer> {
  const [answer] = await askAll(target, [request])
  return answer ?? { result: null }
}

function toHex(value: number): string {
  return `0x${value.toString(16)}`
}
