// @vitest-environment node
import { decodeMethod, disableModuleMethod } from '@covault/protocol'
import { type Address, zeroAddress, zeroHash } from 'viem'
import { expect, test } from 'vitest'
import { fromBlock } from '../../testing/provenance.js'
import { checkContract } from './checkContract.js'
import { createModulesInput, toggleDisabled } from './modulesInput.js'
import { planModules } from './planModules.js'

const safe = '0xA2c0717EADC654eE59637e39CfEfCB4cA3764829'
const module = '0xCFbFaC74C26F8647cBDb8c5caf80BB5b32E43134'
const sentinel = '0x0000000000000000000000000000000000000001'
const [a, b, c] = ['10', '20', '30'].map(
  (end): Address => `0x${end.padStart(40, '0')}`,
) as [Address, Address, Address]
const code = {
  codeHash: zeroHash,
  supports: undefined,
  provenance: fromBlock(7n),
}

test('a module has code, is not reserved, and is not there already', () => {
  const check = (
    address: Address,
    contract: Parameters<typeof checkContract>[2]['contract'] = code,
  ) => checkContract('module', address, { safe, present: [a], contract })
  expect(check(module)).toBeUndefined()
  expect(check(a)).toBe('This module is already enabled.')
  expect(check(safe)).toMatch(/can’t be its own module/)
  expect(check(zeroAddress)).toMatch(/zero address/)
  expect(check(sentinel)).toMatch(/address is reserved/)
  expect(check(module, { ...code, codeHash: null })).toMatch(/no code/)
})

test('a guard must say that it is one, once the chain was asked', () => {
  const check = (contract: Parameters<typeof checkContract>[2]['contract']) =>
    checkContract('guard', module, { safe, present: [], contract })
  expect(check(undefined)).toBeUndefined()
  expect(check({ ...code, supports: false })).toMatch(/GS300/)
  expect(check({ ...code, supports: true })).toBeUndefined()
})

test('each module is disabled by the one before it, as calls before left it', () => {
  const calls = planModules({
    safe,
    present: [a, b, c],
    disabled: [a, c],
    enabled: [module],
  })
  expect(calls).toHaveLength(3)
  expect(
    calls
      .slice(0, 2)
      .map(({ data }) => decodeMethod(disableModuleMethod, data)),
  ).toEqual([
    { prevModule: sentinel, module: a },
    { prevModule: b, module: c },
  ])
})

test('a link names the module that it wants disabled', () => {
  const input = createModulesInput({ id: `disable:${module.toLowerCase()}` })
  expect(input.disabled).toEqual([module])
  expect(toggleDisabled(input, module).disabled).toEqual([])
  expect(createModulesInput({ id: 'disable:nobody' }).disabled).toEqual([])
})
