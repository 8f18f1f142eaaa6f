import { expect, test } from 'vitest'
import { findMessageRisks } from './messageRisks.js'
import type { TypedData } from './typedData.js'

const safe = '0x1111111111111111111111111111111111111111'
const contact = '0x5555000000000000000000000000000000006666'
const spender = '0x5555777777777777777777777777777777776666'

test('names the contact that the spender of a permit imitates', () => {
  const permit = {
    types: { Permit: [{ name: 'spender', type: 'address' }] },
    primaryType: 'Permit',
    domain: { chainId: 1 },
    message: { spender },
  } as unknown as TypedData
  const domain = { chainId: 1n, safe, version: '1.4.1' }
  const known = { safe, addresses: [contact] }
  expect(findMessageRisks(permit, { domain, known })).toContainEqual({
    level: 'danger',
    text: `${spender} imitates ${contact}. Compare every digit.`,
  })
})
