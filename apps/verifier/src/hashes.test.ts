import { createHash } from 'node:crypto'
import { hashSafeTransaction } from '@covault/protocol'
import { writeBareCodes, writeCodes } from '@covault/protocol/envelope'
import { concat, keccak256, numberToHex } from 'viem'
import { describe, expect, test } from 'vitest'
import { createCollector } from './frames.js'
import { readPayload } from './input.js'
import { makeReport } from './report.js'
import { digestCalldata } from './safe.js'
import { sha256 } from './sha256.js'
import { writeInput } from './testInput.js'

const zero = `0x${'0'.repeat(40)}` as const

/** A transaction of mainnet that Cyfrin's safe-hash publishes with its hashes. */
const published = {
  domain: {
    chainId: 1,
    safe: '0x1c694Fc3006D81ff4a56F97E1b99529066a23725',
    version: '1.4.1',
  },
  transaction: {
    to: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
    value: 0n,
    data: '0xa9059cbb00000000000000000000000092d0ebaf7eb707f0650f9471e61348f4656c29bc00000000000000000000000000000000000000000000000000000005d21dba00',
    operation: 0,
    safeTxGas: 0n,
    baseGas: 0n,
    gasPrice: 0n,
    gasToken: zero,
    refundReceiver: zero,
    nonce: 63n,
  },
} as const
const signatures =
  '0x250b73a9ef806089dc55c1ac978a55fcf8a580cfc9984e41d10e5e0990cade2f217213bd70d69856b99a64cebd47bf552144000246aa604791adaa514734268720e5b5c20fa48b0633e35b044da59b43d86a20083f050307195f416ec7de4cae2728eb2773194b2fe39806d78f1398d2d775837cad077055d8bd60947b51aef3531f'

async function look(hints: object = {}): Promise<Record<string, string>> {
  const { hashes } = await makeReport(writeInput(published), hints)
  return Object.fromEntries(hashes.map(({ name, value }) => [name, value]))
}

test('writes hashes as safe_hashes.sh does', async () => {
  expect(await look()).toMatchObject({
    'Domain hash':
      '0x1655E94A9BCC5A957DAA1ACAE692B4C22E7AAF146B4DEB9194F8221D2F09D8C3',
    'Message hash':
      '0xF22754EBA5A2B230714534B4657195268F00DC0031296DE4B835D82E7AA1E574',
    'Safe transaction hash':
      '0xad06b099fca34e51e4886643d95d9a19ace2cd024065efb66662a876e8c40343',
    // The app has the same words in its own test.
    'Six words': 'public culture chapter welcome crunch cigar',
  })
})

test('hashes the data of the execution as safe-hash does', async () => {
  expect(await look({ signatures })).toMatchObject({
    'Execution data hash':
      '0xde0b38a03da8f1888c2ed19578fc49526b13ee03a705d58a7cb4e32f76fa60ec',
  })
  expect(await look()).not.toHaveProperty('Execution data hash')
})

test('puts carried signatures in the order of their signers', async () => {
  const [first, second] = [
    signatures.slice(0, 132),
    `0x${signatures.slice(132)}`,
  ]
  const carried = {
    ...JSON.parse(writeInput(published)),
    signatures: [
      { signer: `0x${'ff'.repeat(20)}`, data: second },
      { signer: `0x${'11'.repeat(20)}`, data: first },
    ],
  }
  const { hashes } = await makeReport(JSON.stringify(carried), {})
  expect(hashes).toContainEqual({
    name: 'Execution data hash',
    value: '0xde0b38a03da8f1888c2ed19578fc49526b13ee03a705d58a7cb4e32f76fa60ec',
  })
})

test('digests calldata as ERC-8213 says: its length, then its bytes', () => {
  const { data } = published.transaction
  expect(digestCalldata(data)).toBe(
    keccak256(concat([numberToHex(68, { size: 32 }), data])),
  )
  // Nothing has the digest of a zero word.
  expect(digestCalldata('0x')).toBe(
    '0x290decd9548b62a8d60345a988386fc84ba6bc95484008f6362f93160ef3e563',
  )
})

test('hashes the approval by a safe that is an owner', async () => {
  const { domain, transaction } = published
  const nested = '0x5031f5E2ed384978dca63306dc28A68a6Fc33e81'
  const approved = hashSafeTransaction(domain, transaction)
  const own = hashSafeTransaction(
    { ...domain, safe: nested },
    {
      ...transaction,
      to: domain.safe,
      data: `0xd4d9bdcd${approved.slice(2)}`,
      nonce: 7n,
    },
  )
  expect(await look({ nestedSafe: nested, nestedNonce: '7' })).toMatchObject({
    'Nested safe: Safe transaction hash': own,
  })
})

test('hashes by SHA-256 as Node does', () => {
  for (let length = 0; length < 130; length++) {
    const bytes = Uint8Array.from({ length }, (_, at) => at * 7 + length)
    expect(Buffer.from(sha256(bytes)).toString('hex')).toBe(
      createHash('sha256').update(bytes).digest('hex'),
    )
  }
})

describe('codes of the app', () => {
  const parcel = (data: `0x${string}`) =>
    ({
      signable: {
        kind: 'transaction',
        domain: published.domain,
        transaction: { ...published.transaction, data },
      },
      signatures: [],
    }) as const
  // Random bytes do not pack.
  const long = `0x${Array.from({ length: 40 }, (_, at) =>
    createHash('sha256').update(String(at)).digest('hex'),
  ).join('')}` as const

  test('are read from one frame, also as pasted text', async () => {
    const frames = await writeCodes(parcel('0x'))
    expect(frames.count).toBe(1)
    const { hashes } = await makeReport(frames.frame(1), {})
    expect(hashes.map(({ value }) => value)).toContain(
      hashSafeTransaction(published.domain, parcel('0x').signable.transaction),
    )
  })

  test('carry no hash and no signature to another device', async () => {
    const frames = await writeBareCodes(parcel('0x').signable)
    const collected = createCollector().add(frames.frame(1))
    if (collected.status !== 'complete') throw new Error('Never complete.')
    const carried = JSON.parse(await readPayload(collected.payload))
    expect(carried).toMatchObject({
      signatures: [],
      safe: published.domain.safe,
    })
    expect(carried).not.toHaveProperty('safeTxHash')
  })

  test.each([
    ['from the first frame on', 1],
    ['from the middle, with mixed frames only', 100],
  ])('are read %s', async (_, start) => {
    const frames = await writeCodes(parcel(long))
    expect(frames.count).toBeGreaterThan(5)
    const collector = createCollector()
    // A camera misses every third.
    const seen = Array.from({ length: 100 }, (_, at) => start + at).filter(
      (sequence) => sequence % 3 !== 0,
    )
    let collected = collector.add(frames.frame(start))
    for (const sequence of seen)
      if (collected.status === 'collecting')
        collected = collector.add(frames.frame(sequence))
    if (collected.status !== 'complete') throw new Error('Never complete.')
    const text = await readPayload(collected.payload)
    expect(JSON.parse(text).data.data).toBe(long)
  })

  test('are refused where a letter was read wrongly', async () => {
    const { frame } = await writeCodes(parcel('0x'))
    const text = frame(1)
    const at = text.length - 20
    const wrong = `${text.slice(0, at)}${text.slice(at, at + 2) === 'AE' ? 'AD' : 'AE'}${text.slice(at + 2)}`
    expect(() => createCollector().add(wrong)).toThrow(/damaged/)
    expect(() => createCollector().add('ur:crypto-psbt/aeae')).toThrow(
      /crypto-psbt/,
    )
  })
})

test('loads nothing from an address and says what to do', async () => {
  await expect(
    makeReport('https://service.example/api/v1/multisig-transactions/0x1/', {}),
  ).rejects.toThrow(/--url/)
})
