import { type Address, type Hex, padHex } from 'viem'
import {
  isAddressHex,
  isBytes,
  isHash,
  isHex,
  isRecord,
  readQuantity,
} from './answer.js'
import { type ChainBlock, readBlock, toQuantity } from './blocks.js'
import {
  countLongest,
  learnMostValues,
  readMostValues,
  splitLists,
} from './limits/lists.js'
import { askForBlock, BlockMissingError } from './limits/missingBlock.js'
import {
  isAboutBlockHash,
  isAboutLists,
  readAllowedValues,
} from './limits/refusals.js'
import type { RpcCall, RpcEndpoint } from './rpcEndpoint.js'
import { RpcAnswerError, RpcInconsistentError } from './rpcErrors.js'

export type ChainLog = {
  address: Hex
  topics: readonly Hex[]
  data: Hex
  blockNumber: bigint
  blockHash: Hex
  transactionHash: Hex
  transactionIndex: number
  logIndex: number
  /** Seconds since 1970, from nodes that say it. */
  time: number | undefined
}

export type LogFilter = {
  address?: readonly Address[]
  topics?: readonly (Hex | readonly Hex[] | null)[]
}

const transferTopic =
  '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const itemTopics = [
  '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62',
  '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb',
] as const

/** Beyond this many, the body of a request outgrows what nodes accept. */
const safesPerFilter = 1000

/**
 * Everything safes log, and every token moved to or from them: four
 * questions for up to a thousand safes.
 */
export function getSafeFilters(safes: readonly Address[]): LogFilter[] {
  const filters: LogFilter[] = []
  for (let at = 0; at < safes.length; at += safesPerFilter) {
    const part = safes.slice(at, at + safesPerFilter)
    const words = part.map((safe) => padHex(safe, { size: 32 }))
    filters.push(
      { address: part },
      { topics: [[transferTopic, ...itemTopics], null, words] },
      { topics: [[transferTopic, ...itemTopics], words] },
      { topics: [itemTopics, null, null, words] },
    )
  }
  return filters
}

/** Whether one of these questions would be answered with the log. */
export function isLogOfSafes(
  log: ChainLog,
  safes: ReadonlySet<string>,
): boolean {
  const [topic0, ...words] = log.topics
  const isSafe = (word: Hex | undefined) =>
    word !== undefined && safes.has(`0x${word.slice(-40)}`)
  if (safes.has(log.address.toLowerCase())) return true
  if (topic0 === transferTopic) return isSafe(words[0]) || isSafe(words[1])
  return isItemTopic(topic0) && words.some(isSafe)
}

/** Every address that one of these questions could name to get one of the logs. */
export function listParties(logs: readonly ChainLog[]): Address[] {
  const parties = new Set<Address>()
  for (const { address, topics } of logs) {
    parties.add(lower(address))
    const [topic0, ...words] = topics
    const isMove = topic0 === transferTopic || isItemTopic(topic0)
    if (isMove)
      for (const word of words) parties.add(lower(`0x${word.slice(-40)}`))
  }
  return [...parties]
}

function lower(address: Hex): Address {
  return `0x${address.slice(2).toLowerCase()}`
}

function isItemTopic(topic0: Hex | undefined): boolean {
  return itemTopics.some((topic) => topic === topic0)
}

/** Nodes that were found to tell logs by number only. */
const byNumberOnly = new Set<Hex>()

/** The logs of exactly this block: a block that vanished is an error, never another's logs. */
export async function fetchLogsOfBlock(
  rpc: RpcEndpoint,
  parameters: { block: ChainBlock; filters: readonly LogFilter[] },
): Promise<ChainLog[]> {
  const { block } = parameters
  const answers = byNumberOnly.has(rpc.id)
    ? await askByNumber(rpc, parameters)
    : await askByHash(rpc, parameters)
  const logs = merge(answers)
  if (logs.some((log) => log.blockHash !== block.hash))
    throw new RpcInconsistentError(
      `The RPC endpoint answered with logs of another block than ${block.hash}.`,
    )
  return logs
}

async function askByHash(
  rpc: RpcEndpoint,
  parameters: { block: ChainBlock; filters: readonly LogFilter[] },
): Promise<ChainLog[][]> {
  const { block, filters } = parameters
  try {
    const questions = filters.map((each) => ({
      ...each,
      blockHash: block.hash,
    }))
    return await askForBlock(() => ask(rpc, questions))
  } catch (error) {
    if (
      !(error instanceof RpcAnswerError) ||
      !isAboutBlockHash({ code: error.code, message: error.detail })
    )
      throw error
    const answers = await askByNumber(rpc, parameters)
    byNumberOnly.add(rpc.id)
    return answers
  }
}

/** Where logs are told by number only: the node has to have the same block. */
async function askByNumber(
  rpc: RpcEndpoint,
  { block, filters }: { block: ChainBlock; filters: readonly LogFilter[] },
): Promise<ChainLog[][]> {
  const { number, hash } = block
  if (filters.length === 0) return []
  const questions = filters.map((each) => withRange(each, number, number))
  const { answers, top } = await askWithTop(rpc, questions, number)
  if (top.hash !== hash)
    throw new RpcInconsistentError(
      `The RPC endpoint no longer has block ${hash}.`,
    )
  return answers
}

export function withRange(filter: LogFilter, first: bigint, last: bigint) {
  return {
    ...filter,
    fromBlock: toQuantity(first),
    toBlock: toQuantity(last),
  }
}

/**
 * Of several nodes behind one address, one may not have the upper end yet and
 * leaves its logs out without a word: the block is asked for in the same body.
 */
export async function askWithTop(
  rpc: RpcEndpoint,
  filters: readonly LogFilter[],
  to: bigint,
): Promise<{ answers: ChainLog[][]; top: ChainBlock }> {
  const witness = {
    method: 'eth_getBlockByNumber',
    params: [toQuantity(to), false],
  }
  return askForBlock(async () => {
    const { answers, others } = await askBesides(rpc, filters, [witness])
    const top = readBlock(others[0])
    if (top?.number !== to) throw new BlockMissingError()
    return { answers, top }
  })
}

async function ask(
  rpc: RpcEndpoint,
  filters: readonly LogFilter[],
): Promise<ChainLog[][]> {
  if (filters.length === 0) return []
  return (await askBesides(rpc, filters, [])).answers
}

/** Logs, and other things from the same node. */
async function askBesides(
  rpc: RpcEndpoint,
  filters: readonly LogFilter[],
  besides: readonly RpcCall[],
): Promise<{ answers: ChainLog[][]; others: unknown[] }> {
  const most = readMostValues(rpc.id)
  const parts = filters.map((filter) => splitLists(filter, most))
  const calls = parts
    .flat()
    .map((filter) => ({ method: 'eth_getLogs', params: [filter] }))
  const outcomes = await rpc.batch([...calls, ...besides])
  const refusal = outcomes.find(
    ({ error }) => error && isAboutLists(error.detail),
  )
  const longest = countLongest(parts.flat())
  if (refusal?.error && longest > 1) {
    const { detail } = refusal.error
    const half = Math.floor(longest / 2)
    learnMostValues(rpc.id, readAllowedValues(detail, longest) ?? half)
    return askBesides(rpc, filters, besides)
  }
  const results = outcomes.map((outcome) => {
    if (outcome.error) throw outcome.error
    return outcome.result
  })
  const lists = results.slice(0, calls.length).map(readLogList).values()
  return {
    answers: parts.map((part) => part.flatMap(() => lists.next().value ?? [])),
    others: results.slice(calls.length),
  }
}

function readLogList(result: unknown): ChainLog[] {
  if (!Array.isArray(result))
    throw new RpcInconsistentError(
      'The RPC endpoint answered without a list of logs.',
    )
  return result.map(readLog).filter((log) => log !== undefined)
}

export function readLog(answer: unknown): ChainLog | undefined {
  if (
    !isRecord(answer) ||
    !isAddressHex(answer.address) ||
    !isHash(answer.blockHash) ||
    !isHash(answer.transactionHash) ||
    !isBytes(answer.data) ||
    !Array.isArray(answer.topics) ||
    !answer.topics.every(isHash)
  )
    throw new RpcInconsistentError(
      'The RPC endpoint answered with an incomplete log.',
    )
  // Celo's rewards are logs without a transaction.
  if (answer.blockHash === answer.transactionHash) return undefined
  return {
    address: answer.address,
    topics: answer.topics,
    data: answer.data,
    blockNumber: readQuantity(answer.blockNumber),
    blockHash: answer.blockHash,
    transactionHash: answer.transactionHash,
    transactionIndex: Number(readQuantity(answer.transactionIndex)),
    logIndex: Number(readQuantity(answer.logIndex)),
    time: isHex(answer.blockTimestamp)
      ? Number(answer.blockTimestamp)
      : undefined,
  }
}

/** One log may answer several filters; the order is the chain's. */
export function merge(answers: readonly ChainLog[][]): ChainLog[] {
  const unique = new Map<string, ChainLog>()
  for (const logs of answers)
    for (const log of logs)
      unique.set(`${log.blockNumber}:${log.logIndex}`, log)
  return [...unique.values()].sort(
    (a, b) => Number(a.blockNumber - b.blockNumber) || a.logIndex - b.logIndex,
  )
}
