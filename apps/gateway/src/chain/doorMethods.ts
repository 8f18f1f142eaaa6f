import { numberToHex } from 'viem'
import { isAddressHex, isHash, isHex, isRecord } from './answer.js'

/** A question that somebody else wants to ask of our nodes. */
export type DoorCall = { method: string; params: readonly unknown[] }

/** Undefined: it may be asked. */
type Check = (params: readonly unknown[]) => string | undefined

const anything: Check = () => undefined

/**
 * What strangers may ask, and within which bounds: reads that the app needs.
 * Nothing here sends, signs, keeps state in the node or runs foreign code in it.
 */
const methods = new Map<string, { check: Check; most: number }>([
  ['eth_blockNumber', { check: anything, most: 0 }],
  ['eth_call', { check: checkCall, most: 3 }],
  ['eth_chainId', { check: anything, most: 0 }],
  ['eth_estimateGas', { check: checkCall, most: 3 }],
  ['eth_feeHistory', { check: checkFeeHistory, most: 3 }],
  ['eth_gasPrice', { check: anything, most: 0 }],
  ['eth_getBalance', { check: anything, most: 2 }],
  ['eth_getBlockByHash', { check: anything, most: 2 }],
  ['eth_getBlockByNumber', { check: anything, most: 2 }],
  ['eth_getCode', { check: anything, most: 2 }],
  ['eth_getLogs', { check: checkLogs, most: 1 }],
  ['eth_getStorageAt', { check: anything, most: 3 }],
  ['eth_getTransactionByHash', { check: anything, most: 1 }],
  ['eth_getTransactionCount', { check: anything, most: 2 }],
  ['eth_getTransactionReceipt', { check: anything, most: 1 }],
  ['eth_maxPriorityFeePerGas', { check: anything, most: 0 }],
  ['net_version', { check: anything, most: 0 }],
  // The two by which the review tries a transaction out.
  ['debug_traceCall', { check: checkTrace, most: 3 }],
  ['eth_simulateV1', { check: checkSimulation, most: 2 }],
])

/** Lists and records within each other; a simulation has seven. */
const deepest = 10

export type Refusal = { code: number; message: string }

/** Why a call is not passed on; undefined: it is. */
export function refuseCall({ method, params }: DoorCall): Refusal | undefined {
  const known = methods.get(method)
  if (!known)
    return {
      code: -32_601,
      message: `The gateway does not forward ${nameMethod(method)}: it answers read methods only. Send transactions through your wallet.`,
    }
  const message = isDeeper(params, deepest)
    ? 'The parameters are nested too deep.'
    : known.check(params)
  return message === undefined ? undefined : { code: -32_602, message }
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (levels === 0) return true
  return Object.values(value).some((each) => isDeeper(each, levels - 1))
}

/** What a caller wrote is repeated only as far as it is a name. */
function nameMethod(method: string): string {
  return /^\w{1,60}$/.test(method) ? method : 'this method'
}

/** As much as a block of a large network had for long. */
const mostGas = 30_000_000n
const mostOverrides = 50

/** What a call may say; nodes read more names, and in other spellings. */
const callNames = [
  ...['from', 'to', 'data', 'input', 'value', 'gas', 'gasPrice'],
  ...['maxFeePerGas', 'maxPriorityFeePerGas', 'nonce'],
]
const simulationNames = [
  ...['blockStateCalls', 'traceTransfers', 'validation'],
  'returnFullTransactions',
]
const blockNames = ['blockOverrides', 'stateOverrides', 'calls']
const filterNames = ['address', 'topics', 'fromBlock', 'toBlock', 'blockHash']

/** As it is passed on: nothing but what was checked, and gas with an end. */
export function cleanCall(asked: DoorCall): DoorCall {
  const { method } = asked
  // What follows the parameters of a read may change how it is run.
  const params = asked.params.slice(0, methods.get(method)?.most)
  const [first, ...rest] = params
  if (method === 'eth_getLogs' && isRecord(first))
    return { method, params: [pick(first, filterNames)] }
  if (method === 'eth_simulateV1' && isRecord(first))
    return { method, params: [cleanSimulation(first), ...rest] }
  const runs = ['eth_call', 'eth_estimateGas', 'debug_traceCall']
  return runs.includes(method) && isRecord(first)
    ? { method, params: [withGas(first), ...rest] }
    : { method, params }
}

function cleanSimulation(options: Record<string, unknown>) {
  const known = pick(options, simulationNames)
  const { blockStateCalls: blocks } = known
  if (!Array.isArray(blocks)) return known
  return { ...known, blockStateCalls: blocks.map(cleanBlock) }
}

function cleanBlock(block: unknown): unknown {
  if (!isRecord(block)) return block
  const known = pick(block, blockNames)
  return Array.isArray(known.calls)
    ? { ...known, calls: known.calls.map(withGas) }
    : known
}

function withGas(call: unknown): unknown {
  if (!isRecord(call)) return call
  const known = pick(call, callNames)
  return 'gas' in known ? known : { ...known, gas: numberToHex(mostGas) }
}

function pick(
  from: Record<string, unknown>,
  names: readonly string[],
): Record<string, unknown> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = Object.hasOwn(from, name) ? from[name] : undefined
      return value === undefined || value === null ? [] : [[name, value]]
    }),
  )
}

/** How dear a call is to a node, beside one that only looks something up. */
export function weighCall({ method, params }: DoorCall): number {
  if (method === 'eth_simulateV1' || method === 'debug_traceCall') return 50
  if (method === 'eth_getLogs') return 5
  if (method !== 'eth_call' && method !== 'eth_estimateGas') return 1
  const [call, , overrides] = params
  // Without an address to call, what it brings along is run.
  const isKnownCode = isRecord(call) && isAddressHex(call.to)
  return isRecord(overrides) || !isKnownCode ? 50 : 5
}

function checkCall([call, , overrides]: readonly unknown[]):
  | string
  | undefined {
  if (!isRecord(call)) return 'The first parameter must be a call.'
  if (call.gas !== undefined && !isNumber(call.gas))
    return 'Gas must be a number in hexadecimal form.'
  if (isNumber(call.gas) && BigInt(call.gas) > mostGas)
    return `A call may use at most ${mostGas} gas.`
  return checkOverrides(overrides)
}

function checkOverrides(overrides: unknown): string | undefined {
  if (overrides === undefined || overrides === null) return undefined
  // Some nodes read a list as a record, without its names.
  if (!isRecord(overrides) || !Object.values(overrides).every(isRecord))
    return 'Overrides must be objects.'
  return Object.keys(overrides).length > mostOverrides
    ? `A call may override at most ${mostOverrides} accounts.`
    : undefined
}

function checkFeeHistory([count, , percentiles]: readonly unknown[]):
  | string
  | undefined {
  if (Number(count) > 1024) return 'Ask for at most 1024 blocks.'
  return Array.isArray(percentiles) && percentiles.length > 20
    ? 'Ask for at most 20 percentiles.'
    : undefined
}

/** Blocks that one question for logs may span. */
export const mostLogBlocks = 10_000n

const logRange = `Ask for the logs of at most ${mostLogBlocks} blocks, with numbers for fromBlock and toBlock.`

function checkLogs([filter]: readonly unknown[]): string | undefined {
  if (!isRecord(filter)) return 'The first parameter must be a filter.'
  if (filter.blockHash !== undefined)
    return isHash(filter.blockHash)
      ? undefined
      : 'The block hash must have 32 bytes.'
  const { fromBlock = 'latest', toBlock = 'latest' } = filter
  if (!isNumber(fromBlock) && fromBlock !== 'latest') return logRange
  if (!isNumber(toBlock) && toBlock !== 'latest') return logRange
  if (!isNumber(fromBlock) || !isNumber(toBlock)) return undefined
  return BigInt(toBlock) - BigInt(fromBlock) > mostLogBlocks
    ? logRange
    : undefined
}

/** The first block of a question that ends at the newest one, unknown to us. */
export function findOpenRange({
  method,
  params,
}: DoorCall): bigint | undefined {
  const [filter] = params
  if (method !== 'eth_getLogs' || !isRecord(filter)) return undefined
  const { blockHash, fromBlock, toBlock = 'latest' } = filter
  if (blockHash !== undefined || toBlock !== 'latest') return undefined
  return isNumber(fromBlock) ? BigInt(fromBlock) : undefined
}

export const openRangeRefusal: Refusal = { code: -32_602, message: logRange }

function isNumber(value: unknown): value is `0x${string}` {
  return isHex(value) && value.length > 2 && value.length <= 18
}

/** A tracer may be a program: only the node's own are allowed. */
const tracers = new Set(['callTracer', 'prestateTracer'])
const traceOptions = new Set(['tracer', 'tracerConfig', 'stateOverrides'])

function checkTrace([call, , options]: readonly unknown[]): string | undefined {
  if (
    !isRecord(options) ||
    !tracers.has(String(options.tracer)) ||
    !Object.keys(options).every((name) => traceOptions.has(name))
  )
    return 'Only callTracer and prestateTracer are supported.'
  return checkCall([call, undefined, options.stateOverrides])
}

const mostSimulatedBlocks = 4
const mostSimulatedCalls = 200

function checkSimulation([options]: readonly unknown[]): string | undefined {
  const blocks = isRecord(options) ? options.blockStateCalls : undefined
  if (!Array.isArray(blocks) || blocks.length > mostSimulatedBlocks)
    return `Simulate at most ${mostSimulatedBlocks} blocks.`
  const all = blocks.filter(isRecord)
  if (all.length < blocks.length) return 'Simulated blocks must be objects.'
  if (all.some(({ blockOverrides }) => blockOverrides !== undefined))
    return 'Block overrides are not supported.'
  const lists = all.map(({ calls }) => calls ?? [])
  if (!lists.every(Array.isArray)) return 'Simulated calls must be lists.'
  const calls = lists.flat()
  if (calls.length > mostSimulatedCalls)
    return `Simulate at most ${mostSimulatedCalls} calls.`
  const problems = [
    ...all.map(({ stateOverrides }) => checkOverrides(stateOverrides)),
    ...calls.map((call) => checkCall([call])),
  ]
  return problems.find((problem) => problem !== undefined)
}
