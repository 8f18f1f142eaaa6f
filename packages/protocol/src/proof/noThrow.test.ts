import fc from 'fast-check'
import type { Address, Hex } from 'viem'
import { beforeAll, expect, test, vi } from 'vitest'
import { parseAbi } from '../abi/parseAbi.js'
import { parseSignature } from '../abi/parseSignature.js'
import { describeBech32 } from '../bech32.js'
import { hashComment, isCommentText } from '../comment.js'
import { findDeploymentByAddress, isPinned } from '../deployments/deployment.js'
import { multiSends, proxyFactories } from '../deployments/table.js'
import { BaseError } from '../errors.js'
import {
  decodeExecTransaction,
  encodeExecTransaction,
} from '../execTransaction.js'
import { extractAddresses } from '../extractAddresses.js'
import { findLookAlikes } from '../lookAlike.js'
import { decodeMultiSend } from '../multiSend.js'
import { encodeOwnerChange, planOwnerChanges } from '../ownerChanges.js'
import {
  parseExecutedSignatures,
  parseSignatures,
  recoverSignatures,
} from '../parseSignatures.js'
import {
  formatPrefixedAddress,
  getChecksumState,
  parseAddressOnChain,
  parsePrefixedAddress,
} from '../prefixedAddress.js'
import { findMessageRisks } from '../risk/findMessageRisks.js'
import { predictSafeAddress } from '../safeAddress.js'
import { hashMessageContent, hashSafeMessageBytes } from '../safeMessage.js'
import { hashSafeTransaction } from '../safeTransaction.js'
import { parseSafeVersion, safeVersions } from '../safeVersion.js'
import {
  getAcceptedDelegateHashes,
  getAcceptedDeleteRequestHashes,
} from '../serviceRequest.js'
import {
  buildSignatures,
  compareAddresses,
  fromWalletSignature,
  recoverSigner,
  toLowS,
} from '../signature.js'
import {
  isCallSatisfied,
  verifySignature,
  verifySignatures,
} from '../verifySignatures.js'
import {
  address,
  bytes,
  bytes32,
  printSeed,
  runs,
  seed,
} from './arbitraries.js'

const numRuns = Math.ceil(runs / 25)

vi.setConfig({ testTimeout: 120_000 })

beforeAll(() => printSeed('nothing but our own errors'))

/** Mostly hexadecimal, of any length, sometimes not even that. */
const hex: fc.Arbitrary<Hex> = fc.oneof(
  bytes(300),
  bytes32,
  address,
  fc.string().map((text): Hex => `0x${text}`),
  fc.string({ unit: 'binary' }).map((text) => text as Hex),
  fc.constantFrom<Hex>('0x', '0x0', `0x${'00'.repeat(65)}`),
)
const somewhere: fc.Arbitrary<Address> = fc.oneof(address, hex)
const integer = fc.oneof(fc.bigInt(), fc.constantFrom(0n, -1n, 2n ** 256n))
const number = fc.oneof(fc.integer(), fc.double(), fc.constantFrom(0, 1, 2))
const version = fc.constantFrom(...safeVersions)
const domain = fc.record({ chainId: number, safe: somewhere, version })
const transaction = fc.record({
  to: somewhere,
  value: integer,
  data: hex,
  operation: number.map((value) => value as 0 | 1),
  safeTxGas: integer,
  baseGas: integer,
  gasPrice: integer,
  gasToken: somewhere,
  refundReceiver: somewhere,
  nonce: integer,
})
const keySignature = fc.record({
  kind: fc.constantFrom('ecdsa' as const, 'ethSign' as const),
  signer: somewhere,
  data: hex,
})
const signature = fc.oneof(
  keySignature,
  fc.record({ kind: fc.constant('approvedHash' as const), signer: somewhere }),
  fc.record({
    kind: fc.constant('contract' as const),
    signer: somewhere,
    data: hex,
  }),
)
const signed = fc.record({
  safe: somewhere,
  version,
  hash: hex,
  preimage: hex,
  owners: fc.array(somewhere),
  executor: somewhere,
})
const owners = fc.record({ owners: fc.array(somewhere), threshold: number })
const text = fc.oneof(hex, fc.string({ unit: 'binary' }), address)

const subjects: Record<string, (data: fc.GeneratorValue) => unknown> = {
  hashSafeTransaction: (g) =>
    hashSafeTransaction(
      g(() => domain),
      g(() => transaction),
    ),
  hashSafeMessageBytes: (g) =>
    hashSafeMessageBytes(
      g(() => domain),
      g(() => hex),
    ),
  hashMessageContent: (g) =>
    hashMessageContent(g(() => fc.anything()) as unknown as string),
  encodeExecTransaction: (g) =>
    encodeExecTransaction(
      g(() => transaction),
      g(() => hex),
    ),
  decodeExecTransaction: (g) => decodeExecTransaction(g(() => hex)),
  decodeExecTransactionArguments: (g) =>
    decodeExecTransaction(`0x6a761202${g(() => hex).slice(2)}`),
  buildSignatures: (g) => buildSignatures(g(() => fc.array(signature))),
  parseSignatures: (g) => parseSignatures(g(() => hex)),
  parseExecutedSignatures: (g) =>
    parseExecutedSignatures(
      g(() => hex),
      {
        threshold: g(() => number),
      },
    ),
  recoverSignatures: (g) =>
    recoverSignatures({ hash: g(() => hex), blob: g(() => hex) }),
  recoverSigner: (g) =>
    recoverSigner({ hash: g(() => hex), signature: g(() => keySignature) }),
  fromWalletSignature: (g) =>
    fromWalletSignature({
      kind: 'ecdsa',
      signer: g(() => somewhere),
      signature: g(() => hex),
    }),
  toLowS: (g) => toLowS(g(() => hex)),
  verifySignature: (g) =>
    verifySignature({ ...g(() => signed), signature: g(() => signature) }),
  verifySignatures: (g) =>
    verifySignatures({
      ...g(() => signed),
      threshold: g(() => number),
      signatures: g(() => hex),
    }),
  isCallSatisfied: (g) =>
    isCallSatisfied(
      { kind: 'approvedHash', signer: '0x', to: '0x', data: '0x' },
      g(() => hex),
    ),
  planOwnerChanges: (g) =>
    planOwnerChanges({
      safe: g(() => somewhere),
      current: g(() => owners),
      wanted: g(() => owners),
    }).map(encodeOwnerChange),
  predictSafeAddress: (g) =>
    predictSafeAddress({
      factory: g(() =>
        fc.oneof(
          somewhere,
          fc.constantFrom(...proxyFactories.map(({ address }) => address)),
        ),
      ),
      singleton: g(() => somewhere),
      initializer: g(() => hex),
      saltNonce: g(() => integer),
      chainId: g(() => number),
    }),
  getAcceptedDelegateHashes: (g) =>
    getAcceptedDelegateHashes({
      chainId: g(() => number),
      delegate: g(() => somewhere),
      unixSeconds: g(() => number),
    }),
  getAcceptedDeleteRequestHashes: (g) =>
    getAcceptedDeleteRequestHashes({
      chainId: g(() => number),
      safe: g(() => somewhere),
      safeTxHash: g(() => hex),
      unixSeconds: g(() => number),
    }),
  hashComment: (g) => {
    isCommentText(g(() => fc.string({ unit: 'binary' })))
    hashComment({
      chainId: g(() => number),
      safe: g(() => somewhere),
      safeTxHash: g(() => hex),
      writtenAt: g(() => number),
      text: g(() => fc.string({ unit: 'binary' })),
    })
  },
  findDeployments: (g) => {
    findDeploymentByAddress(
      multiSends,
      g(() => somewhere),
    )
    isPinned(multiSends, {
      address: g(() => somewhere),
      codeHash: g(() => hex),
    })
  },
  findLookAlikes: (g) =>
    findLookAlikes(
      g(() => somewhere),
      g(() => fc.array(somewhere)),
    ),
  describeBech32: (g) => describeBech32(g(() => text)),
  parsePrefixedAddress: (g) => parsePrefixedAddress(g(() => text)),
  parseAddressOnChain: (g) =>
    parseAddressOnChain(
      g(() => text),
      { shortName: 'eth' },
    ),
  formatPrefixedAddress: (g) =>
    formatPrefixedAddress({ shortName: 'eth', address: g(() => somewhere) }),
  extractAddresses: (g) => extractAddresses(g(() => text)),
  parseSafeVersion: (g) => parseSafeVersion(g(() => text)),
}

test.each(Object.entries(subjects))('%s', async (_name, subject) => {
  await fc.assert(
    fc.asyncProperty(fc.gen(), async (generate) => {
      try {
        await subject(generate)
      } catch (error) {
        expect(error).toBeInstanceOf(BaseError)
      }
    }),
    { seed, numRuns },
  )
})

test('a megabyte of bytes is read or refused', () => {
  const megabyte = `0x${'01'.repeat(1_000_000)}` as const
  expect(() => parseSignatures(megabyte)).toThrow(BaseError)
  expect(() => decodeExecTransaction(megabyte)).toThrow(BaseError)
  const zero = '0x0000000000000000000000000000000000000000'
  const encoded = encodeExecTransaction(
    {
      to: zero,
      value: 0n,
      data: megabyte,
      operation: 0,
      safeTxGas: 0n,
      baseGas: 0n,
      gasPrice: 0n,
      gasToken: zero,
      refundReceiver: zero,
    },
    megabyte,
  )
  expect(decodeExecTransaction(encoded).canonical).toBe(true)
  const approvals = `0x${`${'00'.repeat(64)}01`.repeat(15_000)}` as const
  expect(parseSignatures(approvals)).toHaveLength(15_000)
})

test('refuses what is no text with an error of ours', () => {
  const readers: readonly ((text: string) => unknown)[] = [
    parseAbi,
    parseSignature,
    describeBech32,
    parsePrefixedAddress,
    (text) => getChecksumState(text as Address),
    (text) => compareAddresses(text as Address, text as Address),
    (text) => decodeMultiSend(text as Hex),
    (text) => decodeExecTransaction(text as Hex),
    (text) => parseSignatures(text as Hex),
  ]
  const values: readonly unknown[] = [null, undefined, 5, {}, [], Symbol('a')]
  for (const read of readers)
    for (const value of values)
      expect(() => read(value as string)).toThrow(BaseError)
  for (const value of values) {
    expect(extractAddresses(value as string)).toEqual([])
    expect(findMessageRisks(value as string)).toEqual([])
  }
})
