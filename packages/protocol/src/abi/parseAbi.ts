import { type Abi, parseAbi as parseHumanReadableAbi } from 'viem'
import { BaseError } from '../errors.js'
import { type AbiInput, UnsupportedAbiTypeError } from './abiType.js'
import type { Method } from './method.js'
import { createMethod } from './parseSignature.js'

/** A function somebody may call, from an ABI that was pasted. */
export type AbiMethod = Method & {
  readonly stateMutability: 'pure' | 'view' | 'nonpayable' | 'payable'
}

/** Megabytes of JSON are no ABI. */
const maxTextLength = 2_000_000
const maxInputDepth = 32

/**
 * The functions of a pasted ABI: JSON (a list, an artefact with the list under
 * `abi`, or one function) or lines such as
 * `function transfer(address to, uint256 value) returns (bool)`. A function
 * that cannot be encoded makes the whole ABI fail, so that none goes missing
 * silently.
 */
export function parseAbi(text: string): readonly AbiMethod[] {
  const trimmed = typeof text === 'string' ? text.trim() : ''
  if (trimmed === '' || trimmed.length > maxTextLength)
    throw new InvalidAbiError({ reason: 'it is empty or far too long' })
  const items = /^[[{]/.test(trimmed) ? parseJson(trimmed) : parseLines(trimmed)
  return items.flatMap((item) => toMethod(item))
}

function parseJson(text: string): readonly unknown[] {
  const value = (() => {
    try {
      return JSON.parse(text) as unknown
    } catch (cause) {
      throw new InvalidAbiError({ reason: 'it is not valid JSON', cause })
    }
  })()
  if (Array.isArray(value)) return value
  if (!isRecord(value))
    throw new InvalidAbiError({ reason: 'it is not a list' })
  return Array.isArray(value.abi) ? value.abi : [value]
}

function parseLines(text: string): Abi {
  // A semicolon ends a line, unless it stands inside of a struct.
  const lines = text
    .split('\n')
    .flatMap((line) => (line.includes('{') ? [line] : line.split(';')))
    .map((line) => line.trim())
  try {
    return parseHumanReadableAbi(lines.filter((line) => line !== ''))
  } catch (cause) {
    throw new InvalidAbiError({ reason: 'a line is not valid', cause })
  }
}

function toMethod(item: unknown): readonly AbiMethod[] {
  if (!isRecord(item))
    throw new InvalidAbiError({ reason: 'an entry is empty' })
  // The first ABIs left out the type of functions.
  if (item.type !== undefined && item.type !== 'function') return []
  const name = item.name
  if (typeof name !== 'string')
    throw new InvalidAbiError({ reason: 'a function has no name' })
  const method = createMethod({ name, inputs: toInputs(item.inputs, 0) })
  return [{ ...method, stateMutability: toStateMutability(item) }]
}

function toInputs(value: unknown, depth: number): readonly AbiInput[] {
  if (!Array.isArray(value) || depth > maxInputDepth)
    throw new InvalidAbiError({ reason: 'inputs are not a list' })
  return value.map((input: unknown) => toInput(input, depth))
}

function toInput(input: unknown, depth: number): AbiInput {
  if (!isRecord(input))
    throw new InvalidAbiError({ reason: 'an input is empty' })
  const { name = '', type, components } = input
  if (typeof name !== 'string' || typeof type !== 'string')
    throw new InvalidAbiError({ reason: 'an input has no type' })
  if (!type.startsWith('tuple')) return { name, type }
  if (components === undefined) throw new UnsupportedAbiTypeError({ type })
  return { name, type, components: toInputs(components, depth + 1) }
}

/** Compilers before 0.5 wrote `constant` and `payable` instead. */
function toStateMutability(
  item: Readonly<Record<string, unknown>>,
): AbiMethod['stateMutability'] {
  const { stateMutability: written } = item
  if (written === 'pure' || written === 'view') return written
  if (written === 'payable' || item.payable === true) return 'payable'
  return item.constant === true ? 'view' : 'nonpayable'
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export class InvalidAbiError extends BaseError {
  override name = 'InvalidAbiError'

  constructor({ reason, cause }: { reason: string; cause?: unknown }) {
    super(`The text is not an ABI: ${reason}.`, { cause })
  }
}
