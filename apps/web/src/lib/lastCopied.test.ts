import { expect, test } from 'vitest'
import { findSwapped, rememberCopied } from './lastCopied.js'

const copied = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const other = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

test('notices that something else is pasted than was copied', () => {
  expect(findSwapped(other)).toBeUndefined()
  rememberCopied(copied, 0)
  expect(findSwapped(copied, 1000)).toBeUndefined()
  expect(findSwapped(other, 1000)).toBe(copied)
})

test('what was copied long ago means nothing', () => {
  rememberCopied(copied, 0)
  expect(findSwapped(other, 5 * 60_000 + 1)).toBeUndefined()
})
