import {
  type AbiMethod,
  type AbiValue,
  encodeCalldata,
  readAbiText,
  toAbiField,
} from '@covault/protocol'
import type { Address, Hex } from 'viem'
import { readAmount } from '../../lib/readAmount.js'
import {
  writeMethodEntry,
  writeRawEntry,
} from '../../understand/batch/batchEntry.js'
import { type BuilderInput, readMethod } from './input.js'

export type BuilderMistakes = {
  to?: string
  value?: string
  method?: string
  data?: string
  /** By the place of a part: `0` is the first argument, `0.2` its third part. */
  values: ReadonlyMap<string, string>
}

export type BuiltCall = {
  to: Address
  value: bigint
  data: Hex
  entry: Record<string, unknown>
}

export type BuilderCheck =
  | { call: BuiltCall; mistakes?: undefined }
  | { call?: undefined; mistakes: BuilderMistakes }

/** Every rule of the form; the call where none is broken. */
export function checkBuilder(
  input: BuilderInput,
  {
    to,
    nativeCurrency,
  }: {
    /** What the text of the address means. */
    to: { address: Address | undefined; error: string | undefined }
    nativeCurrency: { symbol: string; decimals: number }
  },
): BuilderCheck {
  const value = readValue(input.value, nativeCurrency)
  const content =
    input.kind === 'data' ? readData(input) : readCall(input, value.amount)
  const target = to.address
  const mistakes: BuilderMistakes = {
    values: new Map(),
    ...(!target && { to: to.error ?? 'Enter the address to call.' }),
    ...(value.mistake && { value: value.mistake }),
    ...content.mistakes,
  }
  if (!target || value.amount === undefined || !('data' in content))
    return { mistakes }
  const known = { to: target, value: value.amount }
  const { data } = content
  if (!content.method)
    return {
      call: { ...known, data, entry: writeRawEntry({ ...known, data }) },
    }
  const { method, values } = content
  const entry = writeMethodEntry({ ...known, method, values })
  return { call: { ...known, data, entry } }
}

function readValue(
  text: string,
  currency: { symbol: string; decimals: number },
): { amount?: bigint; mistake?: string } {
  if (/^0*\.?0*$/.test(text.trim())) return { amount: 0n }
  const reading = readAmount(text, currency)
  if (reading.status === 'amount') return { amount: reading.value }
  return reading.status === 'refused' ? { mistake: reading.reason } : {}
}

type Content =
  | { data: Hex; method?: undefined; mistakes?: undefined }
  | {
      data: Hex
      method: AbiMethod
      values: readonly AbiValue[]
      mistakes?: Partial<BuilderMistakes>
    }
  | { mistakes: Partial<BuilderMistakes> }

function readData({ data }: BuilderInput): Content {
  const field = toAbiField({ name: 'data', type: 'bytes' })
  const text = data.trim() === '' ? '0x' : data.replace(/\s/g, '')
  const { value, mistakes } = readAbiText(field, text)
  if (typeof value === 'string') return { data: value as Hex }
  return { mistakes: { data: mistakes[0]?.message ?? '' } }
}

function readCall(input: BuilderInput, amount: bigint | undefined): Content {
  const method = readMethod(input)
  if (!method) return { mistakes: { method: 'Choose a function.' } }
  const found = new Map<string, string>()
  const values: AbiValue[] = []
  for (const [index, argument] of method.inputs.entries()) {
    const read = readAbiText(toAbiField(argument), input.values[index] ?? '')
    if (read.value !== undefined) values.push(read.value)
    for (const { path, message } of read.mistakes)
      found.set([index, ...path].join('.'), message)
  }
  if (method.stateMutability !== 'payable' && amount)
    return {
      mistakes: {
        value: `${method.name} doesn’t accept value, so the call would fail.`,
        values: found,
      },
    }
  if (found.size > 0) return { mistakes: { values: found } }
  return { data: encodeCalldata(method, values), method, values }
}
