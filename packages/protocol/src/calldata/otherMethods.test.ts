import { toFunctionSelector } from 'viem'
import { expect, test } from 'vitest'
import { parseSignature } from '../abi/parseSignature.js'
import {
  setDomainVerifierMethod,
  setSafeMethodMethod,
} from './fallbackHandler.js'
import * as withdrawals from './withdrawals.js'

test('has the selectors and types that the signatures give', () => {
  const handling = [setDomainVerifierMethod, setSafeMethodMethod]
  for (const method of [...Object.values(withdrawals), ...handling]) {
    expect(method.selector).toBe(toFunctionSelector(method.signature))
    const parsed = parseSignature(method.signature)
    expect(method.name).toBe(parsed.name)
    expect(method.inputs.map(({ type }) => type)).toEqual(
      parsed.inputs.map(({ type }) => type),
    )
  }
})
