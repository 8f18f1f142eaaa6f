import fc from 'fast-check'
import { checksumAddress, encodeAbiParameters, type Hex } from 'viem'
import { expect, test } from 'vitest'
import { BaseError } from '../errors.js'
import { type AbiInput, UnsupportedAbiTypeError } from './abiType.js'
import {
  AbiOverlapError,
  AbiTruncatedError,
  type AbiValue,
  decodeParameters,
  findFlaws,
} from './decodeParameters.js'
import { encodeParameters } from './encodeParameters.js'

type Sample = { input: AbiInput; value: AbiValue }

const bytes = (minLength: number, maxLength: number) =>
  fc
    .uint8Array({ minLength, maxLength })
    .map((array): Hex => `0x${Buffer.from(array).toString('hex')}`)

const address = bytes(20, 20).map((value) => checksumAddress(value))

const integer = fc
  .tuple(fc.constantFrom('uint', 'int'), fc.integer({ min: 1, max: 32 }))
  .chain(([kind, size]) => {
    const bits = BigInt(size * 8)
    const range =
      kind === 'uint'
        ? { min: 0n, max: 2n ** bits - 1n }
        : { min: -(2n ** (bits - 1n)), max: 2n ** (bits - 1n) - 1n }
    return fc.bigInt(range).map((value) => ({ type: `${kind}${bits}`, value }))
  })

const leaf = fc.oneof(
  integer,
  address.map((value) => ({ type: 'address', value })),
  fc.boolean().map((value) => ({ type: 'bool', value })),
  bytes(0, 70).map((value) => ({ type: 'bytes', value })),
  fc
    .string({ unit: 'grapheme', maxLength: 40 })
    .map((value) => ({ type: 'string', value })),
  fc
    .integer({ min: 1, max: 32 })
    .chain((size) =>
      bytes(size, size).map((value) => ({ type: `bytes${size}`, value })),
    ),
)

/** A type with a generator of its values, so that arrays hold several. */
const { sample } = fc.letrec<{ sample: Sample }>((tie) => ({
  sample: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    leaf.map(({ type, value }) => ({ input: { name: 'a', type }, value })),
    fc
      .tuple(tie('sample'), fc.integer({ min: 0, max: 3 }), fc.boolean())
      .map(([{ input, value }, length, fixed]) => {
        const size = fixed ? `${Math.max(length, 1)}` : ''
        const values = new Array(fixed ? Math.max(length, 1) : length)
        return {
          input: { ...input, type: `${input.type}[${size}]` },
          value: values.fill(value) as AbiValue[],
        }
      }),
    fc.array(tie('sample'), { minLength: 1, maxLength: 4 }).map((samples) => ({
      input: {
        name: 'a',
        type: 'tuple',
        // viem takes values by name from tuples without one.
        components: samples.map(({ input }) => ({ ...input, name: '' })),
      },
      value: samples.map(({ value }) => value),
    })),
  ),
}))

const samples = fc.array(sample, { minLength: 1, maxLength: 5 })

test('writes what viem writes and reads it back', () => {
  fc.assert(
    fc.property(samples, (list) => {
      const inputs = list.map(({ input }) => input)
      const values = list.map(({ value }) => value)
      const digits = encodeParameters(inputs, values)
      expect(`0x${digits}`).toBe(encodeAbiParameters(inputs, values))
      const { parameters, canonical } = decodeParameters(inputs, digits)
      expect(parameters.map(({ value }) => value)).toEqual(values)
      expect(canonical).toBe(true)
      expect(findFlaws(inputs, digits)).toEqual([])
    }),
    { numRuns: 500 },
  )
})

test('finds a flaw if and only if encoding again gives other bytes', () => {
  let flawed = 0
  fc.assert(
    fc.property(
      samples,
      fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 15 })), {
        maxLength: 3,
      }),
      bytes(0, 40),
      fc.nat({ max: 40 }),
      (list, changes, tail, cut) => {
        const inputs = list.map(({ input }) => input)
        const whole = encodeParameters(
          inputs,
          list.map(({ value }) => value),
        )
        const characters = [...whole]
        for (const [position, digit] of changes)
          characters[position % whole.length] = digit.toString(16)
        const cutDigits = characters.join('').slice(0, whole.length - cut * 2)
        const digits = cutDigits + tail.slice(2)
        const result = decodeOrFail(inputs, digits)
        if (result === undefined) return
        const again = encodeOrFail(
          inputs,
          result.parameters.map(({ value }) => value),
        )
        const flaws = findFlaws(inputs, digits)
        expect(result.canonical).toBe(again === digits)
        expect(flaws.length === 0).toBe(again === digits)
        if (flaws.length > 0) flawed++
        for (const { range } of flaws) {
          expect(range.start).toBeLessThan(range.end)
          expect(range.end).toBeLessThanOrEqual(digits.length / 2)
        }
      },
    ),
    { numRuns: 3000 },
  )
  expect(flawed).toBeGreaterThan(300)
})

test('says nothing but its own errors to random bytes', () => {
  fc.assert(
    fc.property(samples, bytes(0, 600), (list, data) => {
      decodeOrFail(
        list.map(({ input }) => input),
        data.slice(2),
      )
    }),
    { numRuns: 2000 },
  )
})

const word = (value: number) => value.toString(16).padStart(64, '0')

test('lists trailing bytes', () => {
  const flaws = findFlaws([{ name: 'a', type: 'uint256' }], `${word(7)}abcdef`)
  expect(flaws).toEqual([
    { code: 'trailingBytes', range: { start: 32, end: 35 } },
  ])
})

test('lists the upper bytes of an address that are not zero', () => {
  const inputs = [{ name: 'a', type: 'address' }]
  const digits = `01${'0'.repeat(22)}${'a'.repeat(40)}`
  const { parameters } = decodeParameters(inputs, digits)
  expect(parameters[0]?.value).toBe(checksumAddress(`0x${'a'.repeat(40)}`))
  expect(findFlaws(inputs, digits)).toEqual([
    { code: 'nonZeroPadding', range: { start: 0, end: 12 } },
  ])
})

test('lists what two arguments share', () => {
  const inputs = [
    { name: 'a', type: 'bytes' },
    { name: 'b', type: 'bytes' },
  ]
  const shared = `${word(64)}${word(64)}${word(2)}abcd${'0'.repeat(60)}`
  const { parameters } = decodeParameters(inputs, shared)
  expect(parameters.map(({ value }) => value)).toEqual(['0xabcd', '0xabcd'])
  expect(findFlaws(inputs, shared)).toEqual([
    { code: 'unexpectedOffset', range: { start: 32, end: 64 } },
    { code: 'overlappingBytes', range: { start: 64, end: 96 } },
    { code: 'overlappingBytes', range: { start: 96, end: 128 } },
  ])
})

test('lists bytes that no argument uses', () => {
  const gap = `${word(64)}${word(99)}${word(0)}`
  const flaws = findFlaws([{ name: 'a', type: 'bytes' }], gap)
  expect(flaws).toEqual([
    { code: 'unexpectedOffset', range: { start: 0, end: 32 } },
    { code: 'unreadBytes', range: { start: 32, end: 64 } },
  ])
})

test('reads bytes whose last word is not padded, and says so', () => {
  const inputs = [{ name: 'a', type: 'bytes' }]
  const digits = `${word(32)}${word(2)}abcd`
  const { parameters } = decodeParameters(inputs, digits)
  expect(parameters[0]?.value).toBe('0xabcd')
  expect(findFlaws(inputs, digits)).toEqual([
    { code: 'missingPadding', range: { start: 64, end: 66 } },
  ])
})

test('keeps a byte order mark and lists text that is not UTF-8', () => {
  const inputs = [{ name: 'a', type: 'string' }]
  const mark = decodeParameters(inputs, encodeParameters(inputs, ['\ufeffa']))
  expect(mark.parameters[0]?.value).toBe('\ufeffa')
  const broken = `${word(32)}${word(1)}ff${'0'.repeat(62)}`
  expect(findFlaws(inputs, broken)).toEqual([
    { code: 'invalidText', range: { start: 64, end: 65 } },
  ])
})

test('gives up on arrays of arrays that all lie in the same place', () => {
  const width = 200
  const level = Array.from({ length: width }, () => word(width * 32)).join('')
  const bomb = word(32) + `${word(width)}${level}`.repeat(6)
  const inputs = [{ name: 'a', type: 'uint256[][][][][][]' }]
  expect(() => decodeParameters(inputs, bomb)).toThrow(AbiOverlapError)
})

test('gives up on a length beyond the data without making a list of it', () => {
  const inputs = [{ name: 'a', type: 'bytes32[]' }]
  const digits = `${word(32)}${'f'.repeat(8).padStart(64, '0')}`
  expect(() => decodeParameters(inputs, digits)).toThrow(AbiTruncatedError)
  const huge = [{ name: 'a', type: 'bytes32[999999999][999999999]' }]
  expect(() => decodeParameters(huge, digits)).toThrow(AbiTruncatedError)
})

test.each([
  'uint',
  'uint7',
  'uint264',
  'bytes33',
  'bytes0',
  'tuple',
  'uint256[0]',
  'uint256[',
  'uint256[]]',
  'fixed128x18',
  `uint256${'[]'.repeat(33)}`,
  '',
])('refuses the type "%s"', (type) => {
  expect(() => decodeParameters([{ name: 'a', type }], '')).toThrow(
    UnsupportedAbiTypeError,
  )
})

function decodeOrFail(inputs: readonly AbiInput[], digits: string) {
  return tryOwn(() => decodeParameters(inputs, digits))
}

function encodeOrFail(inputs: readonly AbiInput[], values: AbiValue[]) {
  return tryOwn(() => encodeParameters(inputs, values))
}

function tryOwn<value>(run: () => value): value | undefined {
  try {
    return run()
  } catch (error) {
    expect(error).toBeInstanceOf(BaseError)
    return undefined
  }
}
