import {
  type AbiInput,
  type AbiMethod,
  type AbiValue,
  BaseError,
  encodeCalldata,
  parseAbi,
  readAbiText,
  toAbiField,
} from '@covault/protocol'
import { type Address, type Hex, padHex } from 'viem'
import * as z from 'zod/mini'

/**
 * One call in the files of transaction builders: either its bytes, or a
 * function of a contract with what was typed for each argument. The format is
 * that of safe-global/safe-react-apps, apps/tx-builder/src/typings/models.ts.
 */
const batchEntry = z.looseObject({
  to: z.string(),
  value: z.string(),
  data: z.nullish(z.string()),
  contractMethod: z.nullish(
    z.looseObject({
      name: z.string(),
      inputs: z.nullish(z.array(z.unknown())),
      payable: z.optional(z.unknown()),
    }),
  ),
  contractInputsValues: z.nullish(z.record(z.string(), z.unknown())),
})
export type BatchEntry = z.output<typeof batchEntry>

/** What the entry does, and how it was written. */
export type EntryCall = {
  to: Address
  value: bigint
  data: Hex
  entry: Record<string, unknown>
}

export function readEntry(entry: unknown): EntryCall {
  const { to, value, data, contractMethod, contractInputsValues } =
    parseEntry(entry)
  const call = {
    to: toAddress(to),
    value: toWei(value),
    entry: z.parse(z.record(z.string(), z.unknown()), entry),
  }
  if (data) return { ...call, data: toBytes(data) }
  const method = toMethod(contractMethod)
  if (!method) return { ...call, data: '0x' }
  const values = method.inputs.map((input, index) =>
    readArgument(input, contractInputsValues?.[input.name || String(index)]),
  )
  return { ...call, data: encodeCalldata(method, values) }
}

/** The function that an entry names; undefined: it holds bytes alone. */
export function findEntryMethod(entry: unknown): AbiMethod | undefined {
  const parsed = z.safeParse(batchEntry, entry)
  if (!parsed.success || parsed.data.data) return undefined
  return toMethod(parsed.data.contractMethod)
}

/** What was typed for each argument, as far as the entry says. */
export function listEntryTexts(
  entry: unknown,
  { inputs }: Pick<AbiMethod, 'inputs'>,
): string[] {
  const { contractInputsValues } = parseEntry(entry)
  return inputs.map((input, index) => {
    const value = contractInputsValues?.[input.name || String(index)]
    return value === undefined ? '' : toText(input, value)
  })
}

/** The entry of a call of a function, as builders would have written it. */
export function writeMethodEntry({
  to,
  value,
  method,
  values,
}: {
  to: Address
  value: bigint
  method: AbiMethod
  values: readonly AbiValue[]
}): Record<string, unknown> {
  const names = method.inputs.map(({ name }, index) => name || String(index))
  // The format knows arguments by their names, so that these must differ.
  if (new Set(names).size < names.length)
    return writeRawEntry({ to, value, data: encodeCalldata(method, values) })
  return {
    to,
    value: String(value),
    data: null,
    contractMethod: {
      inputs: method.inputs.map(toFileInput),
      name: method.name,
      payable: method.stateMutability === 'payable',
    },
    contractInputsValues: Object.fromEntries(
      names.map((name, index) => [name, writeValue(values[index] ?? '')]),
    ),
  }
}

export function writeRawEntry({
  to,
  value,
  data,
}: {
  to: Address
  value: bigint
  data: Hex
}): Record<string, unknown> {
  return {
    to,
    value: String(value),
    data,
    contractMethod: null,
    contractInputsValues: null,
  }
}

function parseEntry(entry: unknown): BatchEntry {
  const parsed = z.safeParse(batchEntry, entry)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const place = issue?.path.join('.') ?? ''
  const isNumber =
    place === 'value' && typeof Reflect.get(Object(entry), 'value') === 'number'
  throw new BatchEntryError(
    isNumber
      ? 'its value is a number, but amounts must be in quotes, because numbers are rounded'
      : `${place ? `its ${place}` : 'it'} isn’t valid in a transaction builder file`,
  )
}

/** Without a name of its own a call has no data: value is received. */
const withoutData = ['fallback', 'receive']

function toMethod(
  written: BatchEntry['contractMethod'],
): AbiMethod | undefined {
  if (!written || withoutData.includes(written.name)) return undefined
  try {
    const [method] = parseAbi(
      JSON.stringify([
        {
          type: 'function',
          name: written.name,
          inputs: written.inputs ?? [],
          payable: written.payable === true,
        },
      ]),
    )
    return method
  } catch (cause) {
    throw new BatchEntryError(
      `its function can’t be read. ${describeCause(cause)}`,
      cause,
    )
  }
}

function readArgument(input: AbiInput, value: unknown): AbiValue {
  const name = input.name || 'an argument'
  if (value === undefined)
    throw new BatchEntryError(`the value of ${name} is missing`)
  const { value: read, mistakes } = readAbiText(
    toAbiField(input),
    toText(input, value),
  )
  if (read !== undefined) return read
  throw new BatchEntryError(`${name}: ${mistakes[0]?.message ?? ''}`)
}

/** Files that were not written by a builder hold more than texts. */
function toText(input: AbiInput, value: unknown): string {
  if (typeof value === 'string') return padBytes(input, value)
  if (typeof value === 'boolean') return String(value)
  if (hasNumber(value))
    throw new BatchEntryError(
      `${input.name || 'an argument'} is a number, but numbers must be in quotes, because they are rounded otherwise`,
    )
  return JSON.stringify(value)
}

/** Builders fill bytes4 and its like with zeros at the end. */
function padBytes({ type }: AbiInput, text: string): string {
  const size = Number(/^bytes([0-9]{1,2})$/.exec(type)?.[1] ?? 0)
  const isShort = /^0x([0-9a-f]{2})*$/i.test(text) && text.length < 2 + 2 * size
  return isShort ? padHex(text as Hex, { size, dir: 'right' }) : text
}

function hasNumber(value: unknown): boolean {
  if (typeof value === 'number') return true
  if (typeof value !== 'object' || value === null) return false
  return Object.values(value).some(hasNumber)
}

function toAddress(text: string): Address {
  const field = toAbiField({ name: 'to', type: 'address' })
  const { value, mistakes } = readAbiText(field, text)
  if (typeof value === 'string') return value as Address
  throw new BatchEntryError(`to: ${mistakes[0]?.message ?? ''}`)
}

function toWei(text: string): bigint {
  const isWhole = /^[0-9]{1,78}$/.test(text)
  if (isWhole && BigInt(text) < 2n ** 256n) return BigInt(text)
  throw new BatchEntryError(
    `its value “${text.slice(0, 40)}” is not a whole number in smallest units`,
  )
}

function toBytes(text: string): Hex {
  const field = toAbiField({ name: 'data', type: 'bytes' })
  const { value, mistakes } = readAbiText(field, text)
  if (typeof value === 'string') return value as Hex
  throw new BatchEntryError(`data: ${mistakes[0]?.message ?? ''}`)
}

/** The compiler's own name for the type is not kept in an ABI of ours. */
function toFileInput({ name, type, components }: AbiInput): unknown {
  return {
    internalType: type,
    name,
    type,
    ...(components && { components: components.map(toFileInput) }),
  }
}

function writeValue(value: AbiValue): string {
  return typeof value === 'object'
    ? JSON.stringify(value.map(toJson))
    : String(value)
}

/** Numbers as texts; a text "false" would be read as true in a list. */
function toJson(value: AbiValue): unknown {
  if (typeof value === 'object') return value.map(toJson)
  return typeof value === 'bigint' ? String(value) : value
}

function describeCause(cause: unknown): string {
  return cause instanceof BaseError ? cause.message : 'The value is invalid.'
}

/** The rest of a sentence that names the call. */
export class BatchEntryError extends BaseError {
  constructor(reason: string, cause?: unknown) {
    super(reason.replace(/\.$/, ''), { cause })
  }
}
