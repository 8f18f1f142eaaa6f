import { fallbackHandlers } from '@covault/protocol'
import { expect, test } from 'vitest'
import { describeCode, identifyCode } from './codeIdentity.js'

const [handler] = fallbackHandlers
const allowanceModule = '0xCFbFaC74C26F8647cBDb8c5caf80BB5b32E43134'
const otherHash = `0x${'ab'.repeat(32)}` as const

test('a published contract is known by its address and code together', () => {
  if (!handler) throw new Error('The table has no handler.')
  const { address, codeHash, contract, version } = handler
  const identify = (hash: typeof codeHash | null) =>
    identifyCode({ chainId: 1, address, codeHash: hash })
  expect(identify(codeHash)).toEqual({
    kind: 'published',
    name: `${contract} ${version}`,
  })
  expect(identify(otherHash)).toEqual({ kind: 'unknown', codeHash: otherHash })
  expect(identify(null)).toEqual({ kind: 'noCode' })
})

test('an allowance module is listed for a chain, or unknown there', () => {
  const identify = (chainId: number) =>
    describeCode(
      identifyCode({ chainId, address: allowanceModule, codeHash: otherHash }),
    )
  expect(identify(1)).toBe(
    'Allowance module 0.1.0, recognised by its address on this network',
  )
  expect(identify(31337)).toBe('Unknown code, hash 0xabababab…')
})
