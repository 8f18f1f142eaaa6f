// @vitest-environment node
import { encodeFunctionData, parseAbi } from 'viem'
import { expect, test } from 'vitest'
import { readEntry } from '../../understand/batch/batchEntry.js'
import { type BuilderMistakes, checkBuilder } from './checkBuilder.js'
import {
  type BuilderInput,
  chooseMethod,
  clearCall,
  createInput,
  fromBatchedCall,
  listMethods,
  readMethod,
  writeAt,
} from './input.js'

const to = '0x49d4450977E2c95362C13D3a31a09311E0Ea26A6'
const ether = { symbol: 'ETH', decimals: 18 }
const signature =
  'function pay((address who, uint96 much)[] parts, bool isFinal)'
const payable = 'function deposit(bytes4 kind) payable'

function choose(line: string, part: Partial<BuilderInput> = {}): BuilderInput {
  const [method] = listMethods(line).methods
  return { ...chooseMethod(createInput({ recipient: to }), method), ...part }
}

function check(input: BuilderInput, address: typeof to | undefined = to) {
  return checkBuilder(input, {
    to: { address, error: undefined },
    nativeCurrency: ether,
  })
}

/** The mistakes as plain text, for reading. */
function mistakesOf(input: BuilderInput, address?: typeof to | undefined) {
  const { values, ...mistakes }: BuilderMistakes = check(input, address)
    .mistakes ?? { values: new Map() }
  return { ...mistakes, ...Object.fromEntries(values) }
}

test('a call of tuples and lists is what viem encodes', () => {
  const input = choose(signature, { values: [[[to, '7']], 'true'] })
  const { call } = check(input)
  expect(call?.data).toBe(
    encodeFunctionData({
      abi: parseAbi([signature]),
      args: [[{ who: to, much: 7n }], true],
    }),
  )
  // What a file keeps of it leads to the same bytes.
  expect(readEntry(call?.entry).data).toBe(call?.data)
})

test('an address is needed, and its own mistake is told first', () => {
  const input = choose(payable, { values: ['0x12345678'] })
  expect(
    checkBuilder(input, {
      to: { address: undefined, error: undefined },
      nativeCurrency: ether,
    }).mistakes?.to,
  ).toBe('Enter the address to call.')
  expect(
    checkBuilder(input, {
      to: { address: undefined, error: 'Not this chain.' },
      nativeCurrency: ether,
    }).mistakes?.to,
  ).toBe('Not this chain.')
})

test('a function is needed', () => {
  expect(mistakesOf(createInput({}))).toEqual({
    method: 'Choose a function.',
  })
})

test('every argument is told by its place', () => {
  const input = choose(signature, { values: [[['0x', '-1']], ''] })
  expect(mistakesOf(input)).toEqual({
    '0.0.0': 'An address has 40 digits after 0x, but this one has 0.',
    '0.0.1': 'uint96 cannot be negative.',
    '1': 'Choose true or false.',
  })
})

test('value goes along with what takes it, and with nothing else', () => {
  const values = ['0x12345678']
  expect(check(choose(payable, { values, value: '0.5' })).call?.value).toBe(
    5n * 10n ** 17n,
  )
  const fixed = choose('function stop()', { value: '1' })
  expect(mistakesOf(fixed)).toEqual({
    value: 'stop doesn’t accept value, so the call would fail.',
  })
})

test('an amount is exact or refused', () => {
  const raw = { ...createInput({}), kind: 'data' as const }
  expect(mistakesOf({ ...raw, value: '1,5' }).value).toMatch(
    /point for decimals/,
  )
  expect(mistakesOf({ ...raw, value: '0.0000000000000000001' }).value).toBe(
    'ETH has 18 decimals, but this amount has 19.',
  )
  expect(check({ ...raw, value: '0.0' }).call?.value).toBe(0n)
})

test('raw data is whole bytes, or none', () => {
  const raw = { ...createInput({}), kind: 'data' as const }
  expect(check(raw).call?.data).toBe('0x')
  expect(check({ ...raw, data: ' 0xAB cd\n' }).call?.data).toBe('0xabcd')
  expect(mistakesOf({ ...raw, data: 'abcd' }).data).toBe('Bytes start with 0x.')
  expect(mistakesOf({ ...raw, data: '0xabc' }).data).toMatch(/one is missing/)
})

test('an ABI that is none says why', () => {
  expect(listMethods('{').problem).toBe(
    'The text is not an ABI: it is not valid JSON.',
  )
  expect(listMethods('function ((').problem).toBe(
    'The text is not an ABI: a line is not valid.',
  )
})

test('another function begins with empty fields and without value', () => {
  const input = choose(payable, { values: ['0x12345678'], value: '1' })
  const [next] = listMethods(signature).methods
  expect(chooseMethod(input, next)).toMatchObject({
    values: [[], ''],
    value: '',
  })
  expect(readMethod(chooseMethod(input, undefined))).toBeUndefined()
})

test('what was built is edited as it was typed', () => {
  const input = choose(signature, { values: [[[to, '7']], 'true'] })
  const { call } = check(input)
  if (!call) throw new Error('There is a mistake.')
  const edited = fromBatchedCall({ ...call, id: 4, source: 'x' }, ether)
  expect(edited).toMatchObject({ to, editedId: 4, values: input.values })
  expect(check(edited).call).toEqual(call)
  const raw = fromBatchedCall(
    { to, value: 10n ** 18n, data: '0xab', id: 1, source: 'x' },
    ether,
  )
  expect(raw).toMatchObject({ kind: 'data', data: '0xab', value: '1' })
})

test('the next call keeps the contract and its ABI', () => {
  const input = choose(payable, { abi: payable, values: ['0x12345678'] })
  expect(clearCall(input)).toMatchObject({ to, abi: payable, method: '' })
})

test('a part deep inside is changed alone', () => {
  expect(writeAt([['a', 'b'], 'c'], [0, 1], 'd')).toEqual([['a', 'd'], 'c'])
})
