import fc from 'fast-check'
import { type Hex, keccak256, recoverAddress } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import {
  DirtySignatureError,
  DynamicPartOutOfBoundsError,
  MisplacedDynamicPartError,
  parseExecutedSignatures,
  parseSignatures,
  recoverSignatures,
  TrailingSignatureBytesError,
  TruncatedSignaturesError,
  UnknownSignatureKindError,
} from './parseSignatures.js'
import { address, bytes } from './proof/arbitraries.js'
import {
  buildSignatures,
  DuplicateSignerError,
  fromWalletSignature,
  InvalidRecoveryValueError,
  InvalidSignatureSizeError,
  recoverSigner,
  type SafeSignature,
  toLowS,
  UnorderedSignersError,
  UnrecoverableSignatureError,
} from './signature.js'
import { UintOutOfRangeError } from './word.js'

const hash =
  '0x03cf27012d21a1d1e08c3d24c79b70bcae5ba10835c5012ef1343f84666bc82b'
const owner1 = '0xCdCe850397d7b2d84ECd5d027a27966d16278321'
const owner2 = '0xb33d6eE4CCDfE4982c047caA150fC13DA9062c69'
const contractOwner = '0x4aaBceD7F540daec2E17E712fEBDF8639f5A1A7C'
const ecdsa = {
  kind: 'ecdsa',
  signer: owner1,
  data: '0x5cd091f96dfa6150a3ca71bcf4b23fd6f2bcc5af1a3eb1d8218b58ebeeb642881bffef33cd4d138a245e2986bdb847bef3a4f0438f28c3ea496c5db15a0f337f1b',
} as const
const ethSign = {
  kind: 'ethSign',
  signer: owner1,
  data: '0x2558dba64b20cec2de6920721b75e9fd806c772e2ac97faa911a06647b4c4855698b03f1990c84cccf98e7d1b2eaeb58a09ae885f140767fe6e486969fabc39f1f',
} as const
const approved = { kind: 'approvedHash', signer: owner2 } as const
const approvedBlob =
  '0x000000000000000000000000b33d6ee4ccdfe4982c047caa150fc13da9062c69000000000000000000000000000000000000000000000000000000000000000001'
const curveOrder =
  0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

function word(value: number | bigint): string {
  return value.toString(16).padStart(64, '0')
}

function contractPart(offset: number): string {
  return `${word(BigInt(contractOwner))}${word(offset)}00`
}

test('recovers the signers of the published vectors', async () => {
  expect(await recoverSigner({ hash, signature: ecdsa })).toBe(owner1)
  expect(await recoverSigner({ hash, signature: ethSign })).toBe(owner1)
})

test('builds the published approved-hash signature', () => {
  expect(buildSignatures([approved])).toBe(approvedBlob)
})

test('puts signers in ascending order and dynamic parts behind', () => {
  const blob = buildSignatures([
    ecdsa,
    approved,
    { kind: 'contract', signer: contractOwner, data: '0xabcdef' },
  ])
  expect(blob).toBe(
    `0x${contractPart(195)}${approvedBlob.slice(2)}${ecdsa.data.slice(2)}${word(3)}abcdef`,
  )
})

test('builds the portable form of a single contract signature', () => {
  const data = ecdsa.data
  expect(
    buildSignatures([{ kind: 'contract', signer: contractOwner, data }]),
  ).toBe(`0x${contractPart(0x41)}${word(0x41)}${data.slice(2)}`)
})

test('refuses two signatures of one owner, however they are written', () => {
  const lower = { ...approved, signer: owner1.toLowerCase() as Hex }
  expect(() => buildSignatures([ecdsa, lower])).toThrow(DuplicateSignerError)
  expect(() => buildSignatures([ecdsa, ethSign])).toThrow(DuplicateSignerError)
})

test('refuses signatures that the contract would read as another kind', () => {
  const build = (data: Hex) => () => buildSignatures([{ ...ecdsa, data }])
  expect(build(ethSign.data)).toThrow(InvalidRecoveryValueError)
  expect(build(`${ecdsa.data.slice(0, -2)}00` as Hex)).toThrow(
    InvalidRecoveryValueError,
  )
  expect(build(ecdsa.data.slice(0, -2) as Hex)).toThrow(
    InvalidSignatureSizeError,
  )
})

const randomSignature: fc.Arbitrary<SafeSignature> = fc.oneof(
  fc.record({
    kind: fc.constant('approvedHash' as const),
    signer: address,
  }),
  fc.record({
    kind: fc.constant('contract' as const),
    signer: address,
    data: bytes(100),
  }),
)

test('parses what it built', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(randomSignature, {
        maxLength: 8,
        selector: ({ signer }) => signer,
      }),
      (signatures) => {
        const parsed = parseSignatures(buildSignatures(signatures))
        const bySigner = (a: SafeSignature, b: SafeSignature) =>
          a.signer.toLowerCase() < b.signer.toLowerCase() ? -1 : 1
        expect(parsed).toEqual([...signatures].sort(bySigner))
      },
    ),
  )
})

test('recovers and parses a blob with all four kinds', async () => {
  const account = privateKeyToAccount(keccak256('0x01'))
  const raw = await account.signMessage({ message: { raw: hash } })
  const prefixed = fromWalletSignature({
    kind: 'ethSign',
    signer: account.address,
    signature: raw,
  })
  const contract = {
    kind: 'contract',
    signer: contractOwner,
    data: '0x1234',
  } as const
  const blob = buildSignatures([ecdsa, prefixed, approved, contract])
  const found = await recoverSignatures({ hash, blob })
  expect(new Set(found)).toEqual(new Set([ecdsa, prefixed, approved, contract]))
})

test('refuses signers out of order and twice', async () => {
  const parts = [ecdsa.data.slice(2), approvedBlob.slice(2)]
  await expect(
    recoverSignatures({ hash, blob: `0x${parts.join('')}` }),
  ).rejects.toThrow(UnorderedSignersError)
  await expect(
    recoverSignatures({ hash, blob: `0x${parts[0]}${parts[0]}` }),
  ).rejects.toThrow(DuplicateSignerError)
})

test('counts both malleable forms of a signature as one', async () => {
  const mirrored = mirror(ecdsa.data)
  expect(mirrored).not.toBe(ecdsa.data)
  expect(await recoverAddress({ hash, signature: mirrored })).toBe(owner1)
  expect(toLowS(mirrored)).toBe(ecdsa.data)
  expect(toLowS(ecdsa.data)).toBe(ecdsa.data)
  expect(toLowS(mirror(ethSign.data))).toBe(ethSign.data)
  await expect(
    recoverSignatures({
      hash,
      blob: `${ecdsa.data}${mirrored.slice(2)}`,
    }),
  ).rejects.toThrow(DuplicateSignerError)
})

function mirror(data: Hex): Hex {
  const s = BigInt(`0x${data.slice(66, 130)}`)
  const v = Number(`0x${data.slice(130)}`)
  const flipped = v % 2 === 0 ? v - 1 : v + 1
  return `0x${data.slice(2, 66)}${word(curveOrder - s)}${flipped.toString(16)}`
}

test.each([
  [0, 'ecdsa', 27],
  [1, 'ecdsa', 28],
  [27, 'ecdsa', 27],
  [28, 'ethSign', 32],
  [0, 'ethSign', 31],
] as const)(
  'brings v = %i of a wallet into form: %s %i',
  (v, kind, expected) => {
    const signature =
      `${ecdsa.data.slice(0, -2)}${v.toString(16).padStart(2, '0')}` as Hex
    const normal = fromWalletSignature({ kind, signer: owner1, signature })
    expect(normal).toMatchObject({ kind, signer: owner1 })
    expect('data' in normal && Number(`0x${normal.data.slice(130)}`)).toBe(
      expected,
    )
  },
)

test('refuses a wallet signature with another v', () => {
  expect(() =>
    fromWalletSignature({
      kind: 'ecdsa',
      signer: owner1,
      signature: ethSign.data,
    }),
  ).toThrow(InvalidRecoveryValueError)
})

test('says when no account can have signed', async () => {
  const zeros = `0x${'00'.repeat(64)}1b` as const
  const tooLarge = `0x${'ff'.repeat(64)}1b` as const
  for (const data of [zeros, tooLarge])
    await expect(
      recoverSigner({ hash, signature: { kind: 'ecdsa', data } }),
    ).rejects.toThrow(UnrecoverableSignatureError)
})

const dynamic = `${word(2)}abcd`

test.each([
  ['a cut part', ecdsa.data.slice(0, -2), TruncatedSignaturesError],
  ['v = 2', `0x${'00'.repeat(64)}02`, UnknownSignatureKindError],
  ['v = 29', `0x${'00'.repeat(64)}1d`, UnknownSignatureKindError],
  ['v = 33', `0x${'00'.repeat(64)}21`, UnknownSignatureKindError],
  [
    'bytes after the end',
    `0x${contractPart(65)}${dynamic}00`,
    TrailingSignatureBytesError,
  ],
  [
    'a gap before the dynamic part',
    `0x${contractPart(66)}00${dynamic}`,
    TruncatedSignaturesError,
  ],
  [
    'an offset into the static part',
    `0x${contractPart(32)}${dynamic}`,
    MisplacedDynamicPartError,
  ],
  [
    'an offset behind the end',
    `0x${contractPart(1000)}${'00'.repeat(65)}`,
    DynamicPartOutOfBoundsError,
  ],
  [
    'a length over the end',
    `0x${contractPart(65)}${word(3)}abcd`,
    DynamicPartOutOfBoundsError,
  ],
  [
    'a gigantic length',
    `0x${contractPart(65)}${'ff'.repeat(32)}abcd`,
    DynamicPartOutOfBoundsError,
  ],
  [
    'a gigantic offset',
    `0x${word(BigInt(contractOwner))}${'ff'.repeat(32)}00`,
    DynamicPartOutOfBoundsError,
  ],
  [
    'a shared dynamic part',
    `0x${contractPart(130)}${contractPart(130)}${dynamic}`,
    MisplacedDynamicPartError,
  ],
  [
    'a gap between dynamic parts',
    `0x${contractPart(130)}${contractPart(165)}${dynamic}00${dynamic}`,
    MisplacedDynamicPartError,
  ],
  [
    'the lowest bit above an address',
    `${approvedBlob.slice(0, 25)}1${approvedBlob.slice(26)}`,
    DirtySignatureError,
  ],
  [
    'bits above an address',
    `0xff${approvedBlob.slice(4)}`,
    DirtySignatureError,
  ],
  [
    'an approval with a second word',
    `${approvedBlob.slice(0, 128)}0101`,
    DirtySignatureError,
  ],
] as const)('refuses %s', (_what, blob, error) => {
  expect(() => parseSignatures(blob as Hex)).toThrow(error)
})

test('reads of an executed blob what the contract reads', () => {
  const blob = `0x${contractPart(70)}${'00'.repeat(5)}${dynamic}ff` as const
  expect(parseExecutedSignatures(blob, { threshold: 1 })).toEqual([
    { kind: 'contract', signer: contractOwner, data: '0xabcd' },
  ])
  expect(() => parseExecutedSignatures(blob, { threshold: 3 })).toThrow(
    MisplacedDynamicPartError,
  )
  for (const threshold of [Number.NaN, -1, 1.5, Number.POSITIVE_INFINITY])
    expect(() => parseExecutedSignatures(blob, { threshold })).toThrow(
      UintOutOfRangeError,
    )
  expect(() => parseExecutedSignatures('0x', { threshold: 1 })).toThrow(
    TruncatedSignaturesError,
  )
})

test.each([1e308, 2 ** 53])(
  'refuses a blob that is too short for threshold %s',
  (threshold) => {
    const blob = `0x${'00'.repeat(65)}` as const
    expect(() => parseExecutedSignatures(blob, { threshold })).toThrow(
      MisplacedDynamicPartError,
    )
  },
)

test.each(['00', '01', '02'])(
  'does not flip the s of a signature whose v is %s',
  (v) => {
    const highS = `${'f'.repeat(31)}e${'0'.repeat(32)}`
    expect(() => toLowS(`0x${'01'.repeat(32)}${highS}${v}`)).toThrow(
      InvalidRecoveryValueError,
    )
  },
)
