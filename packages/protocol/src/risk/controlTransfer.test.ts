import { toFunctionSelector } from 'viem'
import { expect, test } from 'vitest'
import { parseSignature } from '../abi/parseSignature.js'
import { controlMethods } from './controlTransfer.js'

test('has the selectors that viem derives, and points at addresses', () => {
  for (const [selector, { signature, position }] of Object.entries(
    controlMethods,
  )) {
    expect(toFunctionSelector(signature)).toBe(selector)
    expect(parseSignature(signature).inputs[position]?.type).toBe('address')
  }
})
