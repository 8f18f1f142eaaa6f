// @vitest-environment node
import { expect, test } from 'vitest'
import { writeMoved } from './writeMoved.js'

const chain = {
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
} as const
const token = {
  tokenAddress: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  tokenName: null,
  tokenSymbol: null,
  logoUri: null,
  trusted: null,
} as const
const item = { ...token, type: 'ERC721', tokenId: 7n } as const

test('a statement names the collection of what has no symbol', () => {
  const transferInfo = { ...item, quantity: 12n }
  expect(writeMoved({ transferInfo }, chain)).toBe('12 0xf39F…2266 #7')
  expect(
    writeMoved({ transferInfo: { ...item, tokenSymbol: 'RING' } }, chain),
  ).toBe('1 RING #7')
})

test('a statement names the token that has no symbol', () => {
  const transferInfo = {
    ...token,
    type: 'ERC20',
    value: 7n,
    decimals: null,
    imitation: false,
  } as const
  expect(writeMoved({ transferInfo }, chain)).toBe('7 units 0xf39F…2266')
})
