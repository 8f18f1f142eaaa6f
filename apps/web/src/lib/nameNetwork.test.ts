// @vitest-environment node
import { expect, test } from 'vitest'
import { nameNetwork } from './nameNetwork.js'

const moon = { chainId: 999_999, name: 'Moonbase' }

test('names a network as this installation does, else as the release does', () => {
  expect(nameNetwork(999_999, [moon])).toBe('Moonbase')
  expect(nameNetwork(1, [moon])).toBe('Ethereum')
  expect(nameNetwork(1, [{ chainId: 1, name: 'Our fork' }])).toBe('Our fork')
})

test('has a number for a network that nobody knows', () => {
  expect(nameNetwork(424_242, [moon])).toBe('Chain ID 424242')
})
