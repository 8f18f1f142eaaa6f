import { type AbiInput, formatAbiType, toAbiTypes } from './abiType.js'

/** A parameter as a form shows it: its name, its type, and what is inside. */
export type AbiField = { readonly name: string; readonly type: string } & (
  | { readonly kind: 'uint' | 'int'; readonly bits: number }
  | { readonly kind: 'fixedBytes'; readonly size: number }
  | { readonly kind: 'address' | 'bool' | 'bytes' | 'string' }
  | {
      readonly kind: 'array'
      readonly element: AbiField
      /** undefined for T[]. */
      readonly length: number | undefined
    }
  | { readonly kind: 'tuple'; readonly components: readonly AbiField[] }
)

export function toAbiField(input: AbiInput): AbiField {
  const { name } = input
  const known = { name, type: formatAbiType(input) }
  if (input.type.endsWith(']')) return { ...known, ...toArray(input) }
  const components = (input.components ?? []).map(toAbiField)
  if (input.type === 'tuple') return { ...known, kind: 'tuple', components }
  return { ...known, ...toLeaf(input) }
}

/** The last brackets are the outermost: uint8[2][] holds many uint8[2]. */
function toArray(input: AbiInput) {
  const bracket = input.type.lastIndexOf('[')
  const digits = input.type.slice(bracket + 1, -1)
  return {
    kind: 'array',
    element: toAbiField({ ...input, type: input.type.slice(0, bracket) }),
    length: digits === '' ? undefined : Number(digits),
  } as const
}

function toLeaf(input: AbiInput) {
  const [type] = toAbiTypes([input])
  switch (type?.kind) {
    case 'uint':
    case 'int':
      return { kind: type.kind, bits: type.bits }
    case 'fixedBytes':
      return { kind: type.kind, size: type.size }
    case 'address':
    case 'bool':
    case 'bytes':
      return { kind: type.kind }
    default:
      return { kind: 'string' } as const
  }
}
