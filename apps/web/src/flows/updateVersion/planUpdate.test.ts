// @vitest-environment node
import { fallbackHandlers } from '@covault/protocol'
import { zeroHash } from 'viem'
import { expect, test } from 'vitest'
import { planUpdate } from './planUpdate.js'

const [standard] = fallbackHandlers.filter(
  ({ contract, version }) =>
    contract === 'CompatibilityFallbackHandler' && version === '1.3.0',
)
if (!standard) throw new Error('There is no handler of 1.3.0.')
const { address, codeHash } = standard
const outdated = {
  status: 'outdated',
  version: '1.3.0',
  target: '1.4.1',
  l2: false,
} as const

test.each([
  // migrateSingleton, …WithFallbackHandler, migrateL2…, …WithFallbackHandler
  [{ wantsL2: false, handler: null }, '0xf6682ab0'],
  [{ wantsL2: false, handler: { address, codeHash } }, '0xed007fc6'],
  [{ wantsL2: true, handler: null }, '0x07f464a4'],
  [{ wantsL2: true, handler: { address, codeHash } }, '0x68cb3d94'],
  // The address of the standard one with other code is not the standard one.
  [{ wantsL2: true, handler: { address, codeHash: zeroHash } }, '0x07f464a4'],
] as const)('%o is %s', (wish, data) => {
  const { call } = planUpdate({ chainId: 1, state: outdated, ...wish })
  expect(call).toEqual({
    to: '0x526643F69b81B008F46d95CD5ced5eC0edFFDaC6',
    value: 0n,
    data,
    operation: 1,
  })
})

test('what logs already never stops logging', () => {
  const { singleton } = planUpdate({
    chainId: 1,
    state: { ...outdated, l2: true },
    wantsL2: false,
    handler: null,
  })
  expect(singleton).toMatchObject({ contract: 'SafeL2', version: '1.4.1' })
})

test.each(['unknown', 'current'] as const)(
  '%s code is left alone',
  (status) => {
    expect(() =>
      planUpdate({
        chainId: 1,
        state: { status },
        wantsL2: true,
        handler: null,
      }),
    ).toThrow()
  },
)
