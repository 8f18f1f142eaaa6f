import { keccak256 } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { TruncatedSignaturesError } from './parseSignatures.js'
import {
  buildSignatures,
  DuplicateSignerError,
  fromWalletSignature,
} from './signature.js'
import {
  EthSignNotSupportedError,
  isCallSatisfied,
  NotAnOwnerError,
  PreimageMismatchError,
  type RequiredCall,
  ThresholdNotSetError,
  verifySignature,
  verifySignatures,
} from './verifySignatures.js'

const safe = '0xA2c0717EADC654eE59637e39CfEfCB4cA3764829'
const contractOwner = '0x4aaBceD7F540daec2E17E712fEBDF8639f5A1A7C'
const account = privateKeyToAccount(keccak256('0x01'))
const preimage = '0x1901'
const hash = keccak256(preimage)
const signed = {
  safe,
  version: '1.4.1',
  hash,
  preimage,
  owners: [account.address, contractOwner],
} as const
const signature = fromWalletSignature({
  kind: 'ecdsa',
  signer: account.address,
  signature: await account.sign({ hash }),
})
const signatures = buildSignatures([signature])

test('accepts the signature of an owner', async () => {
  expect(
    await verifySignatures({ ...signed, threshold: 1, signatures }),
  ).toEqual({ status: 'valid', signers: [account.address] })
})

test('rejects a signature of a former owner', async () => {
  expect(
    await verifySignatures({
      ...signed,
      owners: [contractOwner],
      threshold: 1,
      signatures,
    }),
  ).toMatchObject({ status: 'invalid', reason: expect.any(NotAnOwnerError) })
})

test('rejects a signature of another hash', async () => {
  const other = { ...signed, hash: keccak256('0x02') }
  expect(
    await verifySignatures({ ...other, threshold: 1, signatures }),
  ).toMatchObject({ status: 'invalid', reason: expect.any(NotAnOwnerError) })
})

test('rejects fewer signatures than the threshold', async () => {
  expect(
    await verifySignatures({ ...signed, threshold: 2, signatures }),
  ).toMatchObject({
    status: 'invalid',
    reason: expect.any(TruncatedSignaturesError),
  })
})

test('rejects the same signature twice', async () => {
  const twice = `${signatures}${signatures.slice(2)}` as const
  expect(
    await verifySignatures({ ...signed, threshold: 2, signatures: twice }),
  ).toMatchObject({
    status: 'invalid',
    reason: expect.any(DuplicateSignerError),
  })
})

test.each([0, -1, 0.5, Number.NaN])(
  'rejects everything for a safe with threshold %s',
  async (threshold) => {
    expect(
      await verifySignatures({ ...signed, threshold, signatures }),
    ).toMatchObject({
      status: 'invalid',
      reason: expect.any(ThresholdNotSetError),
    })
  },
)

const contract = {
  kind: 'contract',
  signer: contractOwner,
  data: '0xabcd',
} as const

test('asks the owner contract in the words of the version', async () => {
  const callFor = async (version: '1.3.0' | '1.5.0') => {
    const verification = await verifySignature({
      ...signed,
      version,
      signature: contract,
    })
    return verification.status === 'conditional' && verification.calls[0]
  }
  expect(await callFor('1.3.0')).toMatchObject({
    to: contractOwner,
    data: expect.stringMatching(/^0x20c13b0b/),
    magicValue: '0x20c13b0b',
  })
  expect(await callFor('1.5.0')).toMatchObject({
    to: contractOwner,
    data: expect.stringMatching(`^0x1626ba7e${hash.slice(2)}`),
    magicValue: '0x1626ba7e',
  })
})

test.each(['0.1.0', '1.0.0'] as const)(
  'refuses eth_sign where %s does not know it',
  async (version) => {
    const prefixed = fromWalletSignature({
      kind: 'ethSign',
      signer: account.address,
      signature: await account.signMessage({ message: { raw: hash } }),
    })
    const blob = buildSignatures([prefixed])
    const parameters = { ...signed, threshold: 1, signatures: blob }
    expect(await verifySignatures({ ...parameters, version })).toMatchObject({
      status: 'invalid',
      reason: expect.any(EthSignNotSupportedError),
    })
    expect(
      await verifySignatures({ ...parameters, version: '1.1.1' }),
    ).toMatchObject({ status: 'valid' })
  },
)

test('takes a bool for the answer of an owner contract of 0.1.0 only', async () => {
  const ask = async (version: '0.1.0' | '1.0.0') => {
    const question = { ...signed, version, signature: contract }
    const verification = await verifySignature(question)
    const calls =
      verification.status === 'conditional' ? verification.calls : []
    const yes = `0x${'00'.repeat(31)}01` as const
    const no = `0x${'00'.repeat(32)}` as const
    const magic = `0x20c13b0b${'00'.repeat(28)}` as const
    return calls.flatMap((call) =>
      [yes, no, magic, '0x01' as const].map((answer) =>
        isCallSatisfied(call, answer),
      ),
    )
  }
  expect(await ask('0.1.0')).toEqual([true, false, true, false])
  expect(await ask('1.0.0')).toEqual([false, false, true, false])
})

test('refuses a preimage of another hash where the contract does', async () => {
  const wrong = { ...signed, preimage: '0x1902', signature: contract } as const
  expect(await verifySignature(wrong)).toMatchObject({
    status: 'invalid',
    reason: expect.any(PreimageMismatchError),
  })
  expect(await verifySignature({ ...wrong, version: '1.3.0' })).toMatchObject({
    status: 'conditional',
  })
})

test('asks the safe for an approval, unless the owner executes', async () => {
  const approval = { kind: 'approvedHash', signer: account.address } as const
  expect(await verifySignature({ ...signed, signature: approval })).toEqual({
    status: 'conditional',
    signers: [account.address],
    calls: [
      {
        kind: 'approvedHash',
        signer: account.address,
        to: safe,
        data: `0x7d832974${account.address.slice(2).toLowerCase().padStart(64, '0')}${hash.slice(2)}`,
      },
    ],
  })
  const executor = account.address
  expect(
    await verifySignature({ ...signed, signature: approval, executor }),
  ).toMatchObject({ status: 'valid' })
})

test('reads the answers of the chain', () => {
  const call = { signer: contractOwner, to: contractOwner, data: '0x' } as const
  const approval: RequiredCall = { ...call, kind: 'approvedHash' }
  const check: RequiredCall = {
    ...call,
    kind: 'contractSignature',
    magicValue: '0x1626ba7e',
  }
  const magic = `0x1626ba7e${'00'.repeat(28)}` as const
  expect(isCallSatisfied(approval, `0x${'00'.repeat(31)}01`)).toBe(true)
  expect(isCallSatisfied(approval, `0x${'00'.repeat(32)}`)).toBe(false)
  expect(isCallSatisfied(check, magic)).toBe(true)
  expect(isCallSatisfied(check, `0x20c13b0b${'00'.repeat(28)}`)).toBe(false)
  expect(isCallSatisfied(check, '0x1626ba7e')).toBe(false)
  for (const each of [approval, check]) {
    expect(isCallSatisfied(each, undefined)).toBe(false)
    expect(isCallSatisfied(each, '0x')).toBe(false)
    expect(isCallSatisfied(each, `0x${'zz'.repeat(32)}`)).toBe(false)
  }
})
