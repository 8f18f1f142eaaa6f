import fc from 'fast-check'
import { type Abi, checksumAddress, encodeFunctionData, type Hex } from 'viem'
import { expect, test } from 'vitest'
import { toAbiField } from './abiField.js'
import type { AbiInput } from './abiType.js'
import type { AbiValue } from './decodeParameters.js'
import { encodeCalldata } from './method.js'
import { parseAbi } from './parseAbi.js'
import { type AbiText, createAbiText, readAbiText } from './readAbiText.js'

function read(type: string, text: AbiText, components?: AbiInput[]) {
  return readAbiText(toAbiField({ name: 'a', type, components }), text)
}

/** The one mistake that the text has. */
function refusal(type: string, text: AbiText, components?: AbiInput[]) {
  const { mistakes } = read(type, text, components)
  expect(mistakes).toHaveLength(1)
  return mistakes[0]?.message
}

test.each<[string, string, bigint]>([
  ['uint256', '123', 123n],
  ['uint256', ' 0x7B ', 123n],
  ['uint256', '1e18', 10n ** 18n],
  ['uint256', '1.5 ether', 15n * 10n ** 17n],
  ['uint256', '30 gwei', 30n * 10n ** 9n],
  ['uint256', '7wei', 7n],
  ['uint256', '2.50e2', 250n],
  ['uint8', '255', 255n],
  ['int8', '-128', -128n],
  ['uint256', `${2n ** 256n - 1n}`, 2n ** 256n - 1n],
])('reads the %s %s exactly', (type, text, value) => {
  expect(read(type, text).value).toBe(value)
})

test.each<[string, AbiText, string]>([
  ['uint256', '', 'Enter a whole number.'],
  ['uint8', '256', 'uint8 is at most 255.'],
  ['uint8', '-1', 'uint8 cannot be negative.'],
  ['int8', '128', 'int8 is at most 127.'],
  ['int8', '-129', 'int8 is at least -128.'],
  ['uint256', '1,000', 'Write the number without separators, as in 1000000.'],
  ['uint256', 'ten', '“ten” is not a whole number.'],
  ['uint256', '1,5', '“1,5” is not a whole number.'],
  [
    'uint256',
    '1.5',
    'This number has a fraction. Write it in smallest units, or add a unit, as in 1.5 ether.',
  ],
  ['bool', '', 'Choose true or false.'],
  ['bool', 'yes', '“yes” is neither true nor false.'],
  ['address', '', 'Enter an address.'],
  ['address', '0x12', 'An address has 40 digits after 0x, but this one has 2.'],
  [
    'address',
    'alice',
    'An address starts with 0x and has 40 digits, 0 to 9 and a to f.',
  ],
  [
    'address',
    '0xF39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
    'The capital letters of this address do not match its digits: one character is wrong.',
  ],
  ['bytes4', '', 'Enter bytes.'],
  ['bytes', '', 'Enter bytes, or 0x for none.'],
  ['bytes', 'ab', 'Bytes start with 0x.'],
  ['bytes', '0xzz', '“z” is not a hexadecimal digit. Use 0 to 9 and a to f.'],
  [
    'bytes',
    '0xabc',
    'A byte has two digits, and there are 3 here: one is missing.',
  ],
  ['bytes4', '0xab', 'Enter 4 bytes. The entry has 1.'],
  ['string', '\ud83d', 'The text ends in the middle of a character.'],
  ['uint8[]', '', 'Write the values of uint8[] in brackets, as in [1, 2].'],
  ['uint8[]', '7', 'Write the values of uint8[] in brackets, as in [1, 2].'],
  ['uint8[2]', '[1]', 'uint8[2] has 2 values. The entry has 1.'],
  [
    'uint8[]',
    '{"a": 1}',
    'uint8[] has no names: write its values in square brackets.',
  ],
  [
    'uint8[]',
    '[1, 2',
    'The list cannot be read at character 6: expected , or ], found the end.',
  ],
  [
    'uint8[]',
    '[1] 2',
    'The list cannot be read at character 5: expected nothing more, found “2”.',
  ],
  ['uint8', ['1'], 'Enter one value.'],
])('refuses the %s %j and says why', (type, text, message) => {
  expect(refusal(type, text)).toBe(message)
})

const pair = [
  { name: 'who', type: 'address' },
  { name: 'much', type: 'uint256' },
]
const who = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

test('reads a tuple in square, round and named brackets', () => {
  const expected = [who, 10n ** 24n]
  const million = '1000000000000000000000000'
  for (const text of [
    `["${who}", ${million}]`,
    `(${who}, ${million})`,
    `{"much": "${million}", "who": "${who}"}`,
  ])
    expect(read('tuple', text, pair).value).toEqual(expected)
  expect(refusal('tuple', `{"who": "${who}"}`, pair)).toBe(
    'The names in the braces are not those of (address,uint256).',
  )
})

test('names the place of every mistake', () => {
  const { mistakes } = read(
    'tuple[]',
    [
      [who, '1'],
      ['0x', '-1'],
    ],
    pair,
  )
  expect(mistakes.map(({ path }) => path)).toEqual([
    [1, 0],
    [1, 1],
  ])
})

test('reads numbers with a unit inside of lists', () => {
  expect(read('uint256[]', '[0.5 ether, 3 gwei ]').value).toEqual([
    5n * 10n ** 17n,
    3n * 10n ** 9n,
  ])
})

test('does not round numbers inside of lists', () => {
  expect(read('uint256[]', '[9007199254740993]').value).toEqual([
    9007199254740993n,
  ])
})

test('gives up on brackets without an end', () => {
  expect(refusal('uint8[]', '['.repeat(5000))).toMatch(/fewer brackets/)
})

test('begins with a field for every part, and with text for a long array', () => {
  expect(createAbiText(toAbiField({ name: '', type: 'uint8[2][2]' }))).toEqual([
    ['', ''],
    ['', ''],
  ])
  expect(createAbiText(toAbiField({ name: '', type: 'uint8[]' }))).toEqual([])
  expect(createAbiText(toAbiField({ name: '', type: 'uint8[9999]' }))).toBe('')
})

type Sample = { input: AbiInput; value: AbiValue }

const bytes = (minLength: number, maxLength: number) =>
  fc
    .uint8Array({ minLength, maxLength })
    .map((array): Hex => `0x${Buffer.from(array).toString('hex')}`)

const leaf = fc.oneof(
  fc
    .tuple(fc.constantFrom('uint', 'int'), fc.integer({ min: 1, max: 32 }))
    .chain(([kind, size]) => {
      const bits = BigInt(size * 8)
      const range =
        kind === 'uint'
          ? { min: 0n, max: 2n ** bits - 1n }
          : { min: -(2n ** (bits - 1n)), max: 2n ** (bits - 1n) - 1n }
      return fc
        .bigInt(range)
        .map((value) => ({ type: `${kind}${bits}`, value }))
    }),
  bytes(20, 20).map((value) => ({
    type: 'address',
    value: checksumAddress(value),
  })),
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

const { sample } = fc.letrec<{ sample: Sample }>((tie) => ({
  sample: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    leaf.map(({ type, value }) => ({ input: { name: 'a', type }, value })),
    fc
      .tuple(tie('sample'), fc.integer({ min: 0, max: 3 }), fc.boolean())
      .map(([{ input, value }, length, isFixed]) => {
        const count = isFixed ? Math.max(length, 1) : length
        const type = `${input.type}[${isFixed ? count : ''}]`
        const values = new Array<AbiValue>(count).fill(value)
        return { input: { ...input, type }, value: values }
      }),
    fc.array(tie('sample'), { minLength: 1, maxLength: 4 }).map((samples) => ({
      input: {
        name: 'a',
        type: 'tuple',
        components: samples.map(({ input }) => ({ ...input, name: '' })),
      },
      value: samples.map(({ value }) => value),
    })),
  ),
}))

/** As fields of a form hold it. */
function toFields(value: AbiValue): AbiText {
  return typeof value === 'object' ? value.map(toFields) : String(value)
}

/** As one text, the way files hold it. */
function toText(value: AbiValue): string {
  const write = (part: AbiValue): string => {
    if (typeof part === 'object') return `[${part.map(write).join(', ')}]`
    return typeof part === 'string' ? JSON.stringify(part) : String(part)
  }
  return typeof value === 'object' ? write(value) : String(value)
}

test('typed texts of 5,000 random functions encode as viem encodes their values', () => {
  fc.assert(
    fc.property(fc.array(sample, { minLength: 1, maxLength: 4 }), (list) => {
      const inputs = list.map(({ input }, index) => ({
        ...input,
        name: `argument${index}`,
      }))
      const values = list.map(({ value }) => value)
      const text = JSON.stringify([{ type: 'function', name: 'act', inputs }])
      const [method] = parseAbi(text)
      if (!method) throw new Error('The ABI has no function.')
      const expected = encodeFunctionData({
        abi: JSON.parse(text) as Abi,
        functionName: 'act',
        args: values,
      })
      for (const write of [toFields, toText]) {
        const read = method.inputs.map((input, index) =>
          readAbiText(toAbiField(input), write(values[index] ?? '')),
        )
        expect(read.flatMap(({ mistakes }) => mistakes)).toEqual([])
        const known = read.flatMap(({ value }) =>
          value === undefined ? [] : [value],
        )
        expect(encodeCalldata(method, known)).toBe(expected)
      }
    }),
    { numRuns: 5000 },
  )
}, 120_000)
