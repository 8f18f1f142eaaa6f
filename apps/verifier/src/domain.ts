import { InputError, readAddress, readNumber } from './bytes.js'
import type { Domain } from './safe.js'

/** What one source says of the safe that is asked. */
export type Stated = {
  who: string
  chainId?: unknown
  safe?: unknown
  version?: unknown
}

const names = {
  chainId: 'chain ID',
  safe: 'address of the safe',
  version: 'version of the safe',
}

/** All that say something must say the same: one of them may be forged. */
export function readDomain(
  stated: readonly Stated[],
  fallback: Omit<Stated, 'who'> = {},
): Domain {
  const pick = <Value>(
    name: keyof typeof names,
    read: (text: string) => Value,
    simplify: (value: Value) => unknown = (value) => value,
  ): Value => {
    const said = stated
      .map((one) => ({ who: one.who, value: one[name] }))
      .filter(({ value }) => !isMissing(value))
      .map(({ who, value }) => ({ who, value: read(String(value)) }))
    const [first] = said
    if (!first) {
      if (!isMissing(fallback[name])) return read(String(fallback[name]))
      throw new InputError(
        `The input does not say the ${names[name]}. Enter it and try again.`,
      )
    }
    const other = said.find(
      ({ value }) => simplify(value) !== simplify(first.value),
    )
    if (other)
      throw new InputError(
        `${first.who} and ${other.who} contradict each other: the ${names[name]} is ${first.value} in the first and ${other.value} in the second. Find out which is right.`,
      )
    return first.value
  }
  return {
    chainId: pick('chainId', (text) => readNumber(text, 'The chain ID')),
    safe: pick('safe', (text) => readAddress(text, 'The safe')),
    version: pick('version', String, (version) =>
      version.split('+', 1).join(''),
    ),
  }
}

function isMissing(value: unknown): boolean {
  return value === undefined || value === null || value === ''
}
