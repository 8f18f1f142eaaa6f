import { BaseError } from '@covault/protocol'
import { isHex } from 'viem'
import * as z from 'zod/mini'

/** What an app may ask the node: reads, and nothing that sends or signs. */
const readMethods = new Set([
  'eth_blockNumber',
  'eth_call',
  'eth_chainId',
  'eth_estimateGas',
  'eth_feeHistory',
  'eth_gasPrice',
  'eth_getBalance',
  'eth_getBlockByHash',
  'eth_getBlockByNumber',
  'eth_getCode',
  'eth_getLogs',
  'eth_getStorageAt',
  'eth_getTransactionByHash',
  'eth_getTransactionCount',
  'eth_getTransactionReceipt',
  'eth_maxPriorityFeePerGas',
  'net_version',
])

export type RpcRequest = { method: string; params: readonly unknown[] }

/** Of the host itself, in the clothes of a call of the node. */
export type Settings = { offChainSigning: boolean }

const payload = z.object({
  call: z.string(),
  params: z.optional(z.nullable(z.array(z.unknown()))),
})

/** `rpcCall`. */
export function readRpc(
  params: unknown,
): { kind: 'read'; request: RpcRequest } | { kind: 'settings'; of: Settings } {
  const parsed = z.safeParse(payload, params)
  if (!parsed.success)
    throw new BadRpcError('The request doesn’t name an RPC method.')
  const { call, params: list } = parsed.data
  if (call === 'safe_setSettings')
    return { kind: 'settings', of: readSettings(list?.[0]) }
  if (!readMethods.has(call))
    throw new BadRpcError(
      `The host doesn’t forward ${call.slice(0, 60)}. Only read methods are allowed.`,
    )
  return { kind: 'read', request: { method: call, params: list ?? [] } }
}

function readSettings(value: unknown): Settings {
  const parsed = z.safeParse(
    z.object({ offChainSigning: z.optional(z.boolean()) }),
    value,
  )
  if (!parsed.success)
    throw new BadRpcError('The host doesn’t support these settings.')
  return { offChainSigning: parsed.data.offChainSigning ?? false }
}

export class BadRpcError extends BaseError {}

/** What the node itself says; texts of libraries around it hold addresses. */
export function toNodeError(error: unknown): unknown {
  const said = z.safeParse(nodeWords, findInnermost(error))
  return said.success ? new NodeError(said.data) : error
}

const nodeWords = z.object({
  code: z.number(),
  message: z.string(),
  data: z.optional(z.unknown()),
})

function findInnermost(error: unknown): unknown {
  const cause =
    typeof error === 'object' && error !== null && 'cause' in error
      ? error.cause
      : undefined
  return cause ? findInnermost(cause) : error
}

const longestWords = 500
const longestData = 10_000

class NodeError extends BaseError {
  constructor({ code, message, data }: z.output<typeof nodeWords>) {
    // An address of a node may hold a key.
    const words = message
      .slice(0, longestWords)
      .replace(/\b(https?|wss?):\/\/\S+/gi, '(address)')
    const isData = isHex(data) && data.length <= longestData
    super(
      `The RPC endpoint returned error ${code}: ${words}${isData ? ` (data ${data})` : ''}`,
    )
  }
}
