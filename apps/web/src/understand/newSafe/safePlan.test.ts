// @vitest-environment node
import { zeroAddress } from 'viem'
import { expect, test } from 'vitest'
import { checkOwners } from './safePlan.js'

const alice = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

test('finds nothing wrong with different owners, or with none yet', () => {
  expect(checkOwners([alice, undefined, bob])).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})

test('says which owner an address repeats', () => {
  expect(checkOwners([alice, bob, alice])).toEqual([
    undefined,
    undefined,
    'This address is already owner 1.',
  ])
})

test('refuses what the contract refuses', () => {
  const [zero, sentinel] = checkOwners([
    zeroAddress,
    '0x0000000000000000000000000000000000000001',
  ])
  expect(zero).toMatch(/zero address/)
  expect(sentinel).toMatch(/address is reserved/)
})
