import type { Hex } from 'viem'
import {
  isAddressHex,
  isHash,
  isHex,
  isRecord,
  readQuantity,
} from './answer.js'
import type { RpcEndpoint } from './rpcEndpoint.js'
import { RpcAnswerError, RpcInconsistentError } from './rpcErrors.js'

export type ChainBlock = {
  number: bigint
  hash: Hex
  parentHash: Hex
  /** Seconds since 1970. */
  time: number
  logsBloom: Hex
  lastTransaction: Hex | undefined
}

export async function getHead(rpc: RpcEndpoint): Promise<bigint> {
  return readQuantity(await rpc.request('eth_blockNumber', []))
}

/** The head itself, in one question. */
export async function getLatestBlock(rpc: RpcEndpoint): Promise<ChainBlock> {
  const block = readBlock(
    await rpc.request('eth_getBlockByNumber', ['latest', false]),
  )
  if (!block)
    throw new RpcInconsistentError('The RPC endpoint has no latest block.')
  return block
}

/** `undefined`: the node has no such block. */
export async function getBlockByNumber(
  rpc: RpcEndpoint,
  number: bigint,
): Promise<ChainBlock | undefined> {
  const answer = await rpc.request('eth_getBlockByNumber', [
    toQuantity(number),
    false,
  ])
  const block = readBlock(answer)
  if (block && block.number !== number)
    throw new RpcInconsistentError(
      `The RPC endpoint answered with block ${block.number} for ${number}.`,
    )
  return block
}

export async function getBlocks(
  rpc: RpcEndpoint,
  numbers: readonly bigint[],
): Promise<(ChainBlock | undefined)[]> {
  if (numbers.length === 0) return []
  const outcomes = await rpc.batch(
    numbers.map((number) => ({
      method: 'eth_getBlockByNumber',
      params: [toQuantity(number), false],
    })),
  )
  return outcomes.map((outcome) => {
    if (outcome.error) throw outcome.error
    return readBlock(outcome.result)
  })
}

/** The highest block that will stay, by the node's word or by depth. */
export async function getFinalized(
  rpc: RpcEndpoint,
  parameters: { head: bigint; depth: bigint | undefined },
): Promise<bigint> {
  const { head, depth } = parameters
  if (depth !== undefined) return maximum(head - depth, 0n)
  const block = await rpc
    .request('eth_getBlockByNumber', ['finalized', false])
    .then(readBlock, (error: unknown) => {
      if (error instanceof RpcAnswerError) return undefined
      throw error
    })
  return block?.number ?? maximum(head - defaultDepth, 0n)
}

/** What the slowest of the common chains without the tag needs. */
export const defaultDepth = 240n

export function toQuantity(value: bigint): Hex {
  return `0x${value.toString(16)}`
}

function maximum(a: bigint, b: bigint): bigint {
  return a > b ? a : b
}

export function readBlock(answer: unknown): ChainBlock | undefined {
  if (answer === null || answer === undefined) return undefined
  if (
    !isRecord(answer) ||
    !isHash(answer.hash) ||
    !isHash(answer.parentHash) ||
    !isHex(answer.logsBloom)
  )
    throw new RpcInconsistentError(
      'The RPC endpoint answered with an incomplete block.',
    )
  return {
    number: readQuantity(answer.number),
    hash: answer.hash,
    parentHash: answer.parentHash,
    time: Number(readQuantity(answer.timestamp)),
    logsBloom: answer.logsBloom,
    lastTransaction: readLastTransaction(answer.transactions),
  }
}

function readLastTransaction(transactions: unknown): Hex | undefined {
  const last = Array.isArray(transactions) ? transactions.at(-1) : undefined
  return isHash(last) ? last : undefined
}

export type ChainTransaction = {
  hash: Hex
  from: Hex
  to: Hex | null
  input: Hex
  value: bigint
}

export async function getTransactions(
  rpc: RpcEndpoint,
  hashes: readonly Hex[],
): Promise<Map<Hex, ChainTransaction>> {
  if (hashes.length === 0) return new Map()
  const outcomes = await rpc.batch(
    hashes.map((hash) => ({
      method: 'eth_getTransactionByHash',
      params: [hash],
    })),
  )
  const found = new Map<Hex, ChainTransaction>()
  for (const [index, outcome] of outcomes.entries()) {
    const hash = hashes[index]
    if (outcome.error) throw outcome.error
    const answer = outcome.result
    if (!hash || !isRecord(answer)) continue
    const { from, to, input } = answer
    if (!isAddressHex(from) || !isHex(input)) continue
    found.set(hash, {
      hash,
      from,
      to: isAddressHex(to) ? to : null,
      input,
      value: readQuantity(answer.value),
    })
  }
  return found
}
