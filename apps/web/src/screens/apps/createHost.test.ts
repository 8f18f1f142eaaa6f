import { expect, test } from 'vitest'
import { createHost, type HostFacts } from './createHost.js'

const owner = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const other = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

test.each([
  ['an owner', owner, false, false],
  ['somebody else', other, false, true],
  ['an owner of an owning safe', other, true, false],
  ['somebody whose safes are still being read', other, undefined, false],
  ['nobody', null, undefined, true],
  ['a wallet that is still being asked', undefined, undefined, false],
] as const)(
  'with %s the app is told that it is read-only: %s %s %s',
  (_, account, isNestedOwner, isReadOnly) => {
    const facts = {
      place: {
        chain: { chainId: 31337 },
        address: other,
        safe: { owners: [owner], modules: [], threshold: 1, nonce: 7n },
      },
      account,
      isNestedOwner,
    } as unknown as HostFacts
    expect(createHost(() => facts).getSafeInfo()).toMatchObject({
      safeAddress: other,
      isReadOnly,
      nonce: 7,
      modules: null,
    })
  },
)
