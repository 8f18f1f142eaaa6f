import { BaseError, type Call } from '@covault/protocol'
import { getAddress, type Hex, isAddress, isHex } from 'viem'
import * as z from 'zod/mini'
import { isWord } from './word.js'

/** What an app wants the safe to do, and what it asked for in vain. */
export type AskedCalls = {
  calls: readonly Call[]
  /** "safeTxGas 100000": said, because it is not followed. */
  leftOut: readonly string[]
}

const mostCalls = 200

const parameters = z.object({
  txs: z.array(z.record(z.string(), z.unknown())),
  params: z.optional(z.nullable(z.record(z.string(), z.unknown()))),
})

/**
 * `sendTransactions`. A call has a target, an amount and data, and nothing
 * else: how it is run, at which nonce and who pays for it is not the app's to
 * say. A delegatecall is refused, all else is left out and said.
 */
export function readCalls(params: unknown): AskedCalls {
  const parsed = z.safeParse(parameters, params)
  if (!parsed.success)
    throw new BadCallsError('The request has no list of transactions.')
  const { txs, params: settings } = parsed.data
  if (txs.length === 0)
    throw new BadCallsError('The list of transactions is empty.')
  if (txs.length > mostCalls)
    throw new BadCallsError(
      `The list has ${txs.length} transactions. The limit is ${mostCalls}.`,
    )
  return {
    calls: txs.map(readCall),
    leftOut: [
      ...listLeftOut(settings ?? {}),
      ...txs.flatMap((fields) => listLeftOut(fields)),
    ].filter((text, index, all) => all.indexOf(text) === index),
  }
}

function readCall(fields: Record<string, unknown>, index: number): Call {
  const where = `Transaction ${index + 1}`
  const { to, operation } = fields
  if (!isAbsent(operation) && Number(operation) !== 0)
    throw new DelegatecallRefusedError(where)
  if (typeof to !== 'string' || !isAddress(to))
    throw new BadCallsError(`${where} has no valid address to call.`)
  return {
    to: getAddress(to),
    value: readValue(fields.value, where),
    data: readData(fields.data, where),
    operation: 0,
  }
}

/** Decimal text by the SDK, hexadecimal by wallets' libraries. */
function readValue(value: unknown, where: string): bigint {
  if (isAbsent(value) || value === '') return 0n
  const isText =
    typeof value === 'string' && /^(\d{1,78}|0x[0-9a-f]{1,64})$/i.test(value)
  const isNumber = Number.isSafeInteger(value) && Number(value) >= 0
  const given = isText || isNumber ? BigInt(String(value)) : -1n
  const amount = typeof value === 'bigint' ? value : given
  if (amount < 0n || !isWord(amount))
    throw new BadCallsError(`${where} has an invalid amount.`)
  return amount
}

function readData(data: unknown, where: string): Hex {
  if (isAbsent(data) || data === '') return '0x'
  if (!isHex(data) || data.length % 2 !== 0)
    throw new BadCallsError(`${where} has data that is not hexadecimal.`)
  return data
}

/** What could change how it runs; `from`, `type` and the like say nothing. */
const settings = [
  ...['nonce', 'gas', 'gasLimit', 'gasPrice', 'maxFeePerGas'],
  ...['maxPriorityFeePerGas', 'safeTxGas', 'baseGas', 'gasToken'],
  'refundReceiver',
]

function listLeftOut(fields: Record<string, unknown>): string[] {
  return settings.flatMap((name) => {
    const value = fields[name]
    if (isAbsent(value)) return []
    const isLong =
      typeof value === 'object' || (typeof value === 'bigint' && !isWord(value))
    const text = isLong ? 'something' : String(value)
    return [`${name} ${text.slice(0, 66)}`]
  })
}

function isAbsent(value: unknown): value is undefined | null {
  return value === undefined || value === null
}

export class BadCallsError extends BaseError {}

/** Never an honest mistake: the owner is told as well. */
export class DelegatecallRefusedError extends BadCallsError {
  constructor(where: string) {
    super(
      `${where} requests a delegatecall, which lets someone else’s code act as the safe. Apps cannot request it.`,
    )
  }
}

/** What the owner reads; the app has its own sentence. */
export function describeRefusedDelegatecall(origin: string): string {
  return `${origin} requested a delegatecall, and Covault refused it. A delegatecall lets someone else’s code act as the safe and take everything. Nothing was signed.`
}
