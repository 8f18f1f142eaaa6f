import { BaseError } from '../errors.js'

/** A parameter as Solidity's JSON ABI writes it. */
export type AbiInput = {
  readonly name: string
  readonly type: string
  readonly components?: readonly AbiInput[] | undefined
}

/** A parameter's type taken apart, with what the layout needs to know. */
export type AbiType = {
  /** A dynamic value lies in the tail and the head holds its offset. */
  readonly dynamic: boolean
  /** Bytes taken in the head: 32 for the offset of a dynamic value. */
  readonly headSize: number
} & (
  | { readonly kind: 'uint'; readonly bits: number }
  | { readonly kind: 'int'; readonly bits: number }
  | { readonly kind: 'fixedBytes'; readonly size: number }
  | { readonly kind: 'address' }
  | { readonly kind: 'bool' }
  | { readonly kind: 'bytes' }
  | { readonly kind: 'string' }
  | {
      readonly kind: 'array'
      readonly element: AbiType
      /** undefined for T[]. */
      readonly length: number | undefined
    }
  | { readonly kind: 'tuple'; readonly components: readonly AbiType[] }
)

/** Solidity itself gives up at 15; deeper ones exist only to exhaust us. */
const maxTypeDepth = 32

const leaf = { dynamic: false, headSize: 32 } as const
const tail = { dynamic: true, headSize: 32 } as const
const addressType: AbiType = { kind: 'address', ...leaf }
const uint256Type: AbiType = { kind: 'uint', bits: 256, ...leaf }
const boolType: AbiType = { kind: 'bool', ...leaf }
const bytesType: AbiType = { kind: 'bytes', ...tail }
const stringType: AbiType = { kind: 'string', ...tail }

export function toAbiTypes(inputs: readonly AbiInput[]): readonly AbiType[] {
  return inputs.map((input) => toAbiType(input, 0))
}

/** The type as it stands in a signature: tuples are written out. */
export function formatAbiType(input: AbiInput): string {
  if (!input.type.startsWith('tuple')) return input.type
  const components = (input.components ?? []).map(formatAbiType)
  return `(${components.join(',')})${input.type.slice('tuple'.length)}`
}

function toAbiType(input: AbiInput, depth: number): AbiType {
  const bracket = input.type.indexOf('[')
  const name = bracket === -1 ? input.type : input.type.slice(0, bracket)
  const base =
    name === 'tuple'
      ? toTupleType(input, depth)
      : toElementaryType(name, input.type)
  if (bracket === -1) return base
  return toArrayType(input.type, base, input.type.slice(bracket), depth)
}

function toTupleType(input: AbiInput, depth: number): AbiType {
  const { components = [] } = input
  // Solidity knows no empty tuple. It would take no bytes, so that an array
  // of billions of them would fit into a few words.
  if (components.length === 0 || depth >= maxTypeDepth)
    throw new UnsupportedAbiTypeError({ type: input.type })
  const types = components.map((component) => toAbiType(component, depth + 1))
  return { kind: 'tuple', components: types, ...sequenceLayout(types) }
}

function toArrayType(
  type: string,
  base: AbiType,
  suffix: string,
  depth: number,
): AbiType {
  if (!/^(\[[0-9]{0,9}\])+$/.test(suffix))
    throw new UnsupportedAbiTypeError({ type })
  const lengths = suffix.slice(1, -1).split('][')
  if (lengths.length + depth > maxTypeDepth)
    throw new UnsupportedAbiTypeError({ type })
  return lengths.reduce((element, text) => {
    if (text === '')
      return { kind: 'array', element, length: undefined, ...tail }
    const length = Number(text)
    if (length === 0) throw new UnsupportedAbiTypeError({ type })
    const headSize = element.headSize * length
    const layout = element.dynamic ? tail : { dynamic: false, headSize }
    return { kind: 'array', element, length, ...layout }
  }, base)
}

function toElementaryType(name: string, type: string): AbiType {
  if (name === 'address') return addressType
  if (name === 'uint256') return uint256Type
  if (name === 'bytes') return bytesType
  if (name === 'bool') return boolType
  if (name === 'string') return stringType
  // An external function is its address and its selector.
  if (name === 'function') return { kind: 'fixedBytes', size: 24, ...leaf }
  const sized = toSizedType(name)
  if (sized === undefined) throw new UnsupportedAbiTypeError({ type })
  return sized
}

function toSizedType(name: string): AbiType | undefined {
  const [, word, digits] =
    /^(uint|int|bytes)([1-9][0-9]{0,2})$/.exec(name) ?? []
  const size = Number(digits)
  if (word === 'bytes' && size <= 32)
    return { kind: 'fixedBytes', size, ...leaf }
  if ((word === 'uint' || word === 'int') && size <= 256 && size % 8 === 0)
    return { kind: word, bits: size, ...leaf }
  return undefined
}

function sequenceLayout(types: readonly AbiType[]) {
  if (types.some(({ dynamic }) => dynamic)) return tail
  const headSize = types.reduce((sum, type) => sum + type.headSize, 0)
  return { dynamic: false, headSize }
}

export class UnsupportedAbiTypeError extends BaseError {
  override name = 'UnsupportedAbiTypeError'

  constructor({ type }: { type: string }) {
    super(`"${type.slice(0, 80)}" is not a supported ABI type.`)
  }
}
