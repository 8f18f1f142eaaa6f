import type { Address, Hex } from 'viem'
import { BaseError } from '../errors.js'
import { InvalidBytesError, isBytes } from '../word.js'
import type { AbiInput } from './abiType.js'
import {
  type AbiValue,
  decodeParameters,
  findFlaws,
} from './decodeParameters.js'
import { encodeParameters } from './encodeParameters.js'

/** A function of a contract, as far as calldata is concerned. */
export type Method = {
  readonly name: string
  /** Canonical, as hashed for the selector: `transfer(address,uint256)`. */
  readonly signature: string
  readonly selector: Hex
  readonly inputs: readonly AbiInput[]
}

/**
 * The arguments by name, typed from a method written `as const`. In a pasted
 * ABI names may be missing or repeated; listArgumentNames says what such
 * arguments are called.
 */
export type MethodArguments<method extends Method> = {
  readonly [input in method['inputs'][number] as input['name']]: ValueOf<
    input['type']
  >
}

type ValueOf<type extends string> = type extends `${infer element}[]`
  ? readonly ValueOf<element>[]
  : type extends 'address'
    ? Address
    : type extends 'bool'
      ? boolean
      : type extends 'string'
        ? string
        : type extends `bytes${string}`
          ? Hex
          : type extends `uint${string}` | `int${string}`
            ? bigint
            : AbiValue

/** Calldata: the selector, then the arguments in the order of the ABI. */
export function encodeMethod<const method extends Method>(
  method: method,
  args: MethodArguments<method>,
): Hex {
  const byName = args as Readonly<Record<string, AbiValue>>
  const values = listArgumentNames(method).map(
    (name) => byName[name] as AbiValue,
  )
  return encodeCalldata(method, values)
}

/** For methods known only at run time: values in the order of the ABI. */
export function encodeCalldata(
  { selector, inputs }: Method,
  values: readonly AbiValue[],
): Hex {
  return `${selector}${encodeParameters(inputs, values)}`
}

/**
 * The inverse of encodeMethod, strict: calldata that encodeMethod would not
 * have written is refused.
 */
export function decodeMethod<const method extends Method>(
  method: method,
  data: Hex,
): MethodArguments<method> {
  if (!isBytes(data)) throw new InvalidBytesError({ bytes: data })
  if (data.slice(0, 10).toLowerCase() !== method.selector)
    throw new SelectorMismatchError({ method, data })
  const digits = data.slice(2).toLowerCase()
  const { parameters, canonical } = decodeParameters(method.inputs, digits, 4)
  if (!canonical) {
    const [flaw] = findFlaws(method.inputs, digits, 4)
    throw new NonCanonicalCalldataError({ method, start: flaw?.range.start })
  }
  const names = listArgumentNames(method)
  const entries = parameters.map(({ value }, index) => [names[index], value])
  return Object.fromEntries(entries) as MethodArguments<method>
}

/**
 * What encodeMethod and decodeMethod call the arguments: by their names, those
 * without one by their position, and repeated ones by both (`to_2`).
 */
export function listArgumentNames({
  inputs,
}: Pick<Method, 'inputs'>): readonly string[] {
  const taken = new Set(inputs.map(({ name }) => name))
  const used = new Set<string>()
  return inputs.map(({ name }, index) => {
    const isFree = name !== '' && !used.has(name)
    const unique = isFree ? name : findFreeName(name, index, taken)
    used.add(unique)
    taken.add(unique)
    return unique
  })
}

function findFreeName(
  name: string,
  index: number,
  taken: ReadonlySet<string>,
): string {
  const wanted = name === '' ? `${index}` : `${name}_${index}`
  return taken.has(wanted) ? findFreeName(`${wanted}_`, index, taken) : wanted
}

export class SelectorMismatchError extends BaseError {
  override name = 'SelectorMismatchError'

  constructor({ method, data }: { method: Method; data: Hex }) {
    super(
      `Calldata beginning with "${data.slice(0, 10)}" is not a call of ${method.signature} (${method.selector}).`,
    )
  }
}

export class NonCanonicalCalldataError extends BaseError {
  override name = 'NonCanonicalCalldataError'

  constructor({
    method,
    start = 4,
  }: { method: Method; start: number | undefined }) {
    super(
      `The call of ${method.signature} contains bytes that no argument uses, the first at byte ${start}.`,
    )
  }
}
