import { expect, test } from 'vitest'
import { extractAddresses } from './extractAddresses.js'

const address = '0xA2c0717EADC654eE59637e39CfEfCB4cA3764829'
const lower = '0xa2c0717eadc654ee59637e39cfefcb4ca3764829'

test('finds addresses with their prefix, checksum and position', () => {
  const text = `Pay ${address}, then sep:${lower}; not ${address.replace('A2', 'a2')}!`
  const found = extractAddresses(text)
  expect(found).toMatchObject([
    { address, shortName: undefined, checksum: 'right' },
    { address, shortName: 'sep', checksum: 'absent' },
    { address, shortName: undefined, checksum: 'wrong' },
  ])
  expect(found.map(({ start, end }) => text.slice(start, end))).toEqual([
    address,
    `sep:${lower}`,
    address.replace('A2', 'a2'),
  ])
})

test('reads lists with any separators', () => {
  const text = `${[lower, lower, lower].join(',')}\n${lower}\t(${lower})`
  expect(extractAddresses(text)).toHaveLength(5)
})

test('does not cut an address out of something longer', () => {
  expect(extractAddresses(`${lower}00000000`)).toEqual([])
  expect(extractAddresses(`f${lower}`)).toEqual([])
  expect(extractAddresses(`0x${'ab'.repeat(32)}`)).toEqual([])
})

test('leaves identifiers in any script alone', () => {
  for (const text of [`_${lower}`, `${lower}_`, `é${lower}`, `${lower}я`])
    expect(extractAddresses(text)).toEqual([])
})

test('takes an upper-case prefix of the digits', () => {
  const text = `to 0X${lower.slice(2).toUpperCase()}.`
  const [found] = extractAddresses(text)
  expect(found).toMatchObject({ address, checksum: 'absent', start: 3 })
  expect(text.slice(found?.start, found?.end)).toBe(text.slice(3, -1))
})

test('takes no hyphens for the name of a chain', () => {
  const found = (text: string) =>
    extractAddresses(text).map(({ shortName, start }) => [shortName, start])
  expect(found(`-:${lower}`)).toEqual([[undefined, 2]])
  expect(found(`eth-:${lower}`)).toEqual([[undefined, 5]])
  expect(found(`-eth:${lower}`)).toEqual([[undefined, 5]])
  expect(found(`vendor-${lower}`)).toEqual([[undefined, 7]])
  expect(found(`arb-nova:${lower}`)).toEqual([['arb-nova', 0]])
  expect(found(`${'a'.repeat(33)}:${lower}`)).toEqual([[undefined, 34]])
})

// Backtracking over a megabyte would run into the time limit of the test.
test('finds nothing in long hostile text, and ends', () => {
  for (const text of [
    'a-'.repeat(500_000),
    `0x${'0'.repeat(1_000_000)}`,
    'a:'.repeat(500_000),
  ])
    expect(extractAddresses(text)).toEqual([])
})
