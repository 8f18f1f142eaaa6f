// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest'
import { listKept } from '../preferences/preference.js'
import { walletStorage } from './walletStorage.js'

const key = 'covault.v1.wallet.store'
const whole = JSON.stringify({
  state: {
    chainId: 31337,
    connections: { __type: 'Map', value: [['uid', { accounts: [] }]] },
    current: 'uid',
  },
  version: 2,
})

afterEach(() => localStorage.clear())

test('hands out what the wallet library wrote', () => {
  walletStorage.setItem(key, whole)
  expect(walletStorage.getItem(key)).toBe(whole)
  walletStorage.setItem('covault.v1.wallet.recentConnectorId', '"demo"')
  expect(walletStorage.getItem('covault.v1.wallet.recentConnectorId')).toBe(
    '"demo"',
  )
  expect(listKept()).toEqual([])
})

test.each([
  ['half a text', whole.slice(0, 40)],
  ['another shape', '{"state":{"connections":5}}'],
  ['no object', '"hello"'],
])('keeps %s aside instead of handing it out', (_, text) => {
  localStorage.setItem(key, text)
  expect(walletStorage.getItem(key)).toBeNull()
  expect(localStorage.getItem(key)).toBeNull()
  expect(listKept()).toMatchObject([{ name: 'wallet.store', text }])
})

test('a connector id that is no JSON is none', () => {
  localStorage.setItem('covault.v1.wallet.recentConnectorId', 'demo')
  expect(
    walletStorage.getItem('covault.v1.wallet.recentConnectorId'),
  ).toBeNull()
})
