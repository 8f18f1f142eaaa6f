import { type Hex, keccak256, stringToHex } from 'viem'
import { BaseError } from '../errors.js'
import { type AbiInput, formatAbiType, toAbiTypes } from './abiType.js'
import type { Method } from './method.js'

/** A method without names of its inputs, from `swap((address,uint256)[])`. */
export function parseSignature(signature: string): Method {
  return createMethod(parseNameAndInputs(signature))
}

/** For a signature from our own table: it is canonical, and its hash known. */
export function trustSignature(signature: string, selector: Hex): Method {
  return { ...parseNameAndInputs(signature), signature, selector }
}

/** Checks the types and derives the canonical signature and its selector. */
export function createMethod({
  name,
  inputs,
}: Pick<Method, 'name' | 'inputs'>): Method {
  if (!/^[A-Za-z$_][A-Za-z0-9$_]{0,255}$/.test(name))
    throw new InvalidSignatureTextError({ signature: name })
  toAbiTypes(inputs)
  assertNames(inputs)
  const signature = `${name}(${inputs.map(formatAbiType).join(',')})`
  const hash = keccak256(stringToHex(signature))
  return { name, signature, selector: `0x${hash.slice(2, 10)}`, inputs }
}

/**
 * Only the letters that compilers allow: a name is shown beside its value, and
 * must neither hide nor turn around what is there.
 */
function assertNames(inputs: readonly AbiInput[]): void {
  for (const { name, components } of inputs) {
    if (!/^[A-Za-z0-9$_]{0,256}$/.test(name))
      throw new InvalidArgumentNameError({ name })
    if (components) assertNames(components)
  }
}

function parseNameAndInputs(
  signature: string,
): Pick<Method, 'name' | 'inputs'> {
  if (typeof signature !== 'string')
    throw new InvalidSignatureTextError({ signature: '' })
  const bracket = signature.indexOf('(')
  const name = signature.slice(0, bracket)
  if (bracket === -1 || !signature.endsWith(')'))
    throw new InvalidSignatureTextError({ signature })
  const types = splitTypes(signature.slice(bracket + 1, -1), signature)
  return { name, inputs: types.map((type) => toInput(type, signature, 0)) }
}

function toInput(type: string, signature: string, depth: number): AbiInput {
  if (!type.startsWith('(')) return { name: '', type: withWidth(type) }
  const end = type.lastIndexOf(')')
  if (end === -1 || depth > 32)
    throw new InvalidSignatureTextError({ signature })
  const components = splitTypes(type.slice(1, end), signature).map((inner) =>
    toInput(inner, signature, depth + 1),
  )
  return { name: '', type: `tuple${type.slice(end + 1)}`, components }
}

/** `uint` is short for `uint256`, but it is the long form that is hashed. */
function withWidth(type: string): string {
  return type.replace(/^(u?int)(?=$|\[)/, '$1256')
}

/** Splits at the commas outside of brackets. */
function splitTypes(list: string, signature: string): readonly string[] {
  if (list === '') return []
  const types: string[] = []
  let depth = 0
  let start = 0
  for (let index = 0; index < list.length; index++) {
    const character = list[index]
    if (character === '(') depth++
    if (character === ')') depth--
    if (depth < 0) throw new InvalidSignatureTextError({ signature })
    if (character !== ',' || depth > 0) continue
    types.push(list.slice(start, index))
    start = index + 1
  }
  if (depth !== 0) throw new InvalidSignatureTextError({ signature })
  return [...types, list.slice(start)]
}

export class InvalidSignatureTextError extends BaseError {
  override name = 'InvalidSignatureTextError'

  constructor({ signature }: { signature: string }) {
    super(
      `"${signature.slice(0, 80)}" is not a method signature, such as transfer(address,uint256).`,
    )
  }
}

export class InvalidArgumentNameError extends BaseError {
  override name = 'InvalidArgumentNameError'

  constructor({ name }: { name: string }) {
    super(
      `${JSON.stringify(name.slice(0, 80).replace(/[^\x20-\x7e]/g, '?'))} is not a valid argument name. Use letters without accents, digits, $ and _.`,
    )
  }
}
