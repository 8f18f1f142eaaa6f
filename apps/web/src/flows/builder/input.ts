import {
  type AbiMethod,
  type AbiText,
  type AbiValue,
  BaseError,
  createAbiText,
  parseAbi,
  readAbiText,
  toAbiField,
} from '@covault/protocol'
import { formatUnits } from 'viem'
import * as z from 'zod/mini'
import type { BatchedCall } from '../../preferences/draftBatches.js'
import {
  findEntryMethod,
  listEntryTexts,
} from '../../understand/batch/batchEntry.js'

const longText = z.string().check(z.maxLength(2_000_000))

const abiText: z.ZodMiniType<AbiText> = z.union([
  longText,
  z.lazy(() => z.array(abiText)),
])

/** One call as it was typed. */
export const builderInput = z.object({
  to: z.string(),
  /** Of the native currency. */
  value: z.string(),
  kind: z.enum(['method', 'data']),
  /** An ABI that was pasted; without one the gateway is asked. */
  abi: longText,
  /** The chosen function as JSON; empty: none is. */
  method: longText,
  /** One for each of its arguments. */
  values: z.array(abiText),
  data: longText,
  /** The call of the batch that is being changed. */
  editedId: z.nullable(z.int()),
  /** Nothing was typed yet: what is edited shows as the batch has it. */
  isPristine: z.boolean(),
})
export type BuilderInput = z.output<typeof builderInput>

const emptyInput: BuilderInput = {
  to: '',
  value: '',
  kind: 'method',
  abi: '',
  method: '',
  values: [],
  data: '',
  editedId: null,
  isPristine: true,
}

export function createInput({
  id,
  recipient = '',
}: {
  id?: string
  recipient?: string
}): BuilderInput {
  const editedId = /^[1-9][0-9]{0,8}$/.test(id ?? '') ? Number(id) : null
  return { ...emptyInput, to: recipient, editedId }
}

/** The next call of the same contract. */
export function clearCall(input: BuilderInput): BuilderInput {
  return {
    ...emptyInput,
    to: input.to,
    abi: input.abi,
    kind: input.kind,
  }
}

/** A call whose method nobody has named. */
export function fromCall(
  { to, value, data }: Pick<BatchedCall, 'to' | 'value' | 'data'>,
  { decimals }: { decimals: number },
): BuilderInput {
  return {
    ...emptyInput,
    to,
    value: value === 0n ? '' : formatUnits(value, decimals),
    kind: 'data',
    data,
  }
}

/** What was typed for a call of the batch, as far as it is kept. */
export function fromBatchedCall(
  { id, to, value, data, entry }: BatchedCall,
  { decimals }: { decimals: number },
): BuilderInput {
  const known = {
    ...fromCall({ to, value, data }, { decimals }),
    editedId: id,
  }
  const method = findEntryMethod(entry)
  if (!method) return known
  return {
    ...known,
    kind: 'method',
    data: '',
    abi: writeMethod(method),
    method: writeMethod(method),
    values: openTexts(method, listEntryTexts(entry, method)),
  }
}

/** Lists that are not too long are shown as fields. */
function openTexts(method: AbiMethod, texts: readonly string[]): AbiText[] {
  return method.inputs.map((input, index) => {
    const text = texts[index] ?? ''
    const { value } = readAbiText(toAbiField(input), text)
    return typeof value === 'object' && text.length < longestOpen
      ? toTexts(value)
      : text
  })
}

/** Characters. */
const longestOpen = 4000

function toTexts(value: AbiValue): AbiText {
  return typeof value === 'object' ? value.map(toTexts) : String(value)
}

export function chooseMethod(
  input: BuilderInput,
  method: AbiMethod | undefined,
): BuilderInput {
  return {
    ...input,
    method: method ? writeMethod(method) : '',
    values: method
      ? method.inputs.map((one) => createAbiText(toAbiField(one)))
      : [],
    value: method?.stateMutability === 'payable' ? input.value : '',
  }
}

/** As an ABI in JSON, so that it is read like any other. */
function writeMethod({ name, inputs, stateMutability }: AbiMethod): string {
  return JSON.stringify([{ type: 'function', name, inputs, stateMutability }])
}

export function readMethod({
  method,
}: Pick<BuilderInput, 'method'>): AbiMethod | undefined {
  return method === '' ? undefined : listMethods(method).methods[0]
}

/** The functions of an ABI, or why it is none. */
export function listMethods(text: string): {
  methods: readonly AbiMethod[]
  problem: string | undefined
} {
  try {
    return { methods: parseAbi(text), problem: undefined }
  } catch (error) {
    if (!(error instanceof BaseError)) throw error
    return { methods: [], problem: error.message }
  }
}

/** What was typed, with one part of it changed. */
export function writeAt(
  text: AbiText,
  [index, ...rest]: readonly number[],
  change: AbiText,
): AbiText {
  if (index === undefined) return change
  if (typeof text === 'string') return text
  return text.map((part, at) =>
    at === index ? writeAt(part, rest, change) : part,
  )
}
