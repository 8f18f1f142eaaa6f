import { expect, test } from 'vitest'
import { parseSearch, readAppSearch, stringifySearch } from './searchText.js'

test('keeps a shared link as it is', () => {
  const text = '?safe=eth:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266&id=12'
  expect(stringifySearch(parseSearch(text))).toBe(text)
})

test('reads what other products escaped', () => {
  expect(
    parseSearch('?safe=eth%3A0x01&appUrl=https%3A%2F%2Fa.example'),
  ).toEqual({ safe: 'eth:0x01', appUrl: 'https://a.example' })
})

test('numbers and booleans stay text, absent values disappear', () => {
  expect(parseSearch('?nonce=007&flag=true')).toEqual({
    nonce: '007',
    flag: 'true',
  })
  expect(stringifySearch({ safe: undefined, q: '' })).toBe('?q=')
  expect(stringifySearch({})).toBe('')
})

test('a value with separators survives', () => {
  const search = { q: 'a&b=c d+e#f?' }
  expect(parseSearch(stringifySearch(search))).toEqual(search)
})

test('pages see only what they know', () => {
  expect(readAppSearch({ safe: 'eth:0x01', q: 3, other: 'x' })).toEqual({
    safe: 'eth:0x01',
  })
})

test('reads what an id names in any letter case', () => {
  const safe = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
  const shouted = `0x${'CD'.repeat(32)}`
  const hash = shouted.toLowerCase()
  expect(
    readAppSearch({
      id: `multisig_${safe.toLowerCase()}_${shouted}`,
      messageHash: shouted,
      q: shouted,
    }),
  ).toEqual({ id: `multisig_${safe}_${hash}`, messageHash: hash, q: shouted })
})
