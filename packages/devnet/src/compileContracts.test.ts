import { expect, test } from 'vitest'
import {
  ContractNotFoundError,
  compileContracts,
  getContract,
} from './compileContracts.js'

test('compiles every contract, and a second time from its output', () => {
  const first = compileContracts()
  expect(Object.keys(first.contracts)).toContain('AllowanceModule')
  const started = performance.now()
  expect(compileContracts()).toEqual(first)
  // Loading the compiler alone takes longer.
  expect(performance.now() - started).toBeLessThan(500)
})

test('names a contract that does not exist', () => {
  expect(() => getContract('Nothing')).toThrow(ContractNotFoundError)
})
