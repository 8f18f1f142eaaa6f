import { getAddress } from 'viem'
import { expect, test } from 'vitest'
import { chains } from './chains/chains.js'
import { listReleasedTokens } from './releasedTokens.js'

const all = chains.flatMap(({ chainId }) => listReleasedTokens(chainId))

test('knows a handful of tokens of every published network', () => {
  for (const { chainId, local } of chains) {
    const { length } = listReleasedTokens(chainId)
    expect(length).toBeLessThanOrEqual(6)
    expect(length > 0).toBe(!local)
  }
  expect(listReleasedTokens(999_999)).toEqual([])
})

test('writes every address with its checksum, once per network', () => {
  for (const { address } of all) expect(address).toBe(getAddress(address))
  const places = all.map(({ chainId, address }) => `${chainId}:${address}`)
  expect(new Set(places).size).toBe(all.length)
})

test('names no two tokens of a network alike', () => {
  const symbols = all.map(({ chainId, symbol }) => `${chainId}:${symbol}`)
  expect(new Set(symbols).size).toBe(all.length)
})

test('counts dollars of Circle and Tether in millionths, the others in units of 10^18', () => {
  for (const { symbol, name, decimals } of all) {
    expect(symbol).toMatch(/^[A-Za-z.]{3,6}$/)
    expect(name).toMatch(/^[A-Za-z ]{3,20}$/)
    expect(decimals).toBe(/^USD/.test(symbol) ? 6 : 18)
  }
})
