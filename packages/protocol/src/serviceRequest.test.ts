import { hashTypedData } from 'viem'
import { expect, test } from 'vitest'
import {
  getAcceptedDelegateHashes,
  getAcceptedDeleteRequestHashes,
  getDelegateTypedData,
  getDeleteRequestTypedData,
  getTotp,
  InvalidTimeError,
} from './serviceRequest.js'

const chainId = 11155111
const safe = '0xA2c0717EADC654eE59637e39CfEfCB4cA3764829'
const delegate = '0xF729a2b99dA99192A1b6df1288a521c5b4545B23'
const safeTxHash =
  '0x03cf27012d21a1d1e08c3d24c79b70bcae5ba10835c5012ef1343f84666bc82b'
const totp = 482000n
const delegateHash =
  '0x61d1f14b07dfeee4812686705c12673ab643b9a21409d8c7d57321c3e58723ab'
const deleteHash =
  '0x84957b3eb22e6e85c45c1157675798fac94e7f0a5e3267cfc25b4ffccdfc0619'

test('hashes the published vectors', () => {
  expect(hashTypedData(getDelegateTypedData({ chainId, delegate, totp }))).toBe(
    delegateHash,
  )
  expect(
    hashTypedData(
      getDeleteRequestTypedData({ chainId, safe, safeTxHash, totp }),
    ),
  ).toBe(deleteHash)
})

test('counts whole hours', () => {
  expect(getTotp({ unixSeconds: 482000 * 3600 })).toBe(482000n)
  expect(getTotp({ unixSeconds: 482001 * 3600 - 1 })).toBe(482000n)
  expect(() => getTotp({ unixSeconds: Number.NaN })).toThrow(InvalidTimeError)
})

test.each([
  ['in its hour', 482000 * 3600, true],
  ['in the hour after', 482002 * 3600 - 1, true],
  ['two hours later', 482002 * 3600, false],
  ['an hour early', 482000 * 3600 - 1, false],
])('accepts a request %s: %s -> %s', (_when, unixSeconds, accepted) => {
  expect(
    getAcceptedDelegateHashes({ chainId, delegate, unixSeconds }).includes(
      delegateHash,
    ),
  ).toBe(accepted)
  expect(
    getAcceptedDeleteRequestHashes({
      chainId,
      safe,
      safeTxHash,
      unixSeconds,
    }).includes(deleteHash),
  ).toBe(accepted)
})

test('accepts a delegate request without chain id but not of another chain', () => {
  const accepted = getAcceptedDelegateHashes({
    chainId,
    delegate,
    unixSeconds: 482000 * 3600,
  })
  const hashFor = (chainId: number | undefined) =>
    hashTypedData(getDelegateTypedData({ chainId, delegate, totp }))
  expect(accepted).toContain(hashFor(undefined))
  expect(accepted).not.toContain(hashFor(1))
})
