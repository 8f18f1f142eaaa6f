// @vitest-environment node
import { expect, test } from 'vitest'
import { nameModule } from './nameModule.js'

const limits = '0xCFbFaC74C26F8647cBDb8c5caf80BB5b32E43134'
const other = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const nobody = () => undefined

test('calls spending limits by their name where the network has them', () => {
  const mainnet = { chainId: 1, local: false }
  expect(nameModule(mainnet, limits, nobody)).toBe('spending limit')
  const local = { chainId: 31337, local: true }
  expect(nameModule(local, limits, nobody)).toBe('spending limit')
  const unlisted = { chainId: 424242, local: false }
  expect(nameModule(unlisted, limits, nobody)).toBe('module 0xCFbF…3134')
  expect(nameModule(mainnet, other, nobody)).toBe('module 0x7099…79C8')
  expect(nameModule(mainnet, limits, () => 'Petty cash')).toBe(
    'module Petty cash',
  )
})
