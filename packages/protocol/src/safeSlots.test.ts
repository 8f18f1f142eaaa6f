import { keccak256, stringToBytes } from 'viem'
import { expect, test } from 'vitest'
import { safeSlots } from './safeSlots.js'

test.each([
  ['guard', 'guard_manager.guard.address'],
  ['moduleGuard', 'module_manager.module_guard.address'],
  ['fallbackHandler', 'fallback_manager.handler.address'],
] as const)('has the %s where the contracts have it', (name, text) => {
  expect(safeSlots[name]).toBe(BigInt(keccak256(stringToBytes(text))))
})
