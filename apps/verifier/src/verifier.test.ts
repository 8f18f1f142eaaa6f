import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateRawSync } from 'node:zlib'
import {
  getSafeMessageTypedData,
  getSafeTransactionTypedData,
  hashSafeMessage,
  hashSafeTransaction,
  type SafeTransaction,
} from '@covault/protocol'
import { hashTypedData, zeroAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import {
  named,
  treasury,
  vendor,
} from '../../../packages/protocol/src/risk/corpus/cast.js'
import {
  attacks,
  benign,
} from '../../../packages/protocol/src/risk/corpus/daily.js'
import { attackLines } from './attackLines.js'
import { makeReport } from './report.js'
import { writeInput, writeJson } from './testInput.js'
import { writeText } from './writeText.js'

const known = [...treasury.owners, vendor, named('paid in spring')]

/** One payment; others differ from it in a few fields. */
const sample = {
  to: treasury.owners[0],
  value: 10n ** 18n + 1n,
  data: '0x',
  operation: 0,
  safeTxGas: 0n,
  baseGas: 0n,
  gasPrice: 0n,
  gasToken: zeroAddress,
  refundReceiver: zeroAddress,
  nonce: 41n,
} as SafeTransaction
const domain = {
  chainId: 1,
  safe: treasury.address,
  version: '1.4.1',
} as const

const write = (fields: object = {}) =>
  writeInput({ domain, transaction: { ...sample, ...fields } })
const simple = JSON.parse(write())

const report = (value: unknown, more: object = {}) =>
  makeReport(typeof value === 'string' ? value : JSON.stringify(value), {
    known,
    ...more,
  })

const own = hashSafeTransaction(domain, sample)
const hashOf = async (value: unknown, more: object = {}) =>
  (await report(value, more)).hashes.find(
    ({ name }) => name === 'Safe transaction hash',
  )?.value

describe('reads', () => {
  test('the envelope, what others put around it, and a list of one', async () => {
    expect(await hashOf(simple)).toBe(own)
    expect(await hashOf({ tx: simple })).toBe(own)
    expect(await hashOf({ transactions: [simple] })).toBe(own)
  })

  test('the answer of a transaction service, with numbers beyond 2^53', async () => {
    const text = JSON.stringify({
      safe: treasury.address,
      ...simple.data,
    }).replace('"1000000000000000001"', '1000000000000000001')
    expect(await hashOf(text, { chainId: '1', version: '1.4.1' })).toBe(own)
  })

  test('a link of the app, with its safe and everything in the fragment', async () => {
    const bytes = deflateRawSync(JSON.stringify(simple)).toString('base64url')
    const link = `https://app.example/transactions/tx?safe=eth:${treasury.address}#tx=v1.${bytes}`
    expect(await hashOf(link)).toBe(own)
  })

  test.each([
    '0.1.0',
    '1.0.0',
    '1.1.1',
    '1.2.0',
    '1.3.0',
    '1.4.1',
    '1.5.0',
  ] as const)(
    'typed data that a wallet signs for a safe of %s',
    async (version) => {
      const asked = { ...domain, version }
      const typed = writeJson(getSafeTransactionTypedData(asked, sample))
      // Its version follows from the types, as far as it matters for the hash.
      expect(await hashOf(typed)).toBe(hashSafeTransaction(asked, sample))
      expect((await report(typed)).contradiction).toBe(undefined)
      expect((await report(typed, { version })).contradiction).toBe(undefined)
    },
  )

  test('typed data as a wallet does, whatever stands beside it', async () => {
    const typed = getSafeTransactionTypedData(domain, sample)
    const other = { ...simple, data: { ...simple.data, value: '7' } }
    for (const beside of [{ tx: other }, { transactions: [other] }])
      expect(await hashOf(writeJson({ ...typed, ...beside }))).toBe(own)
  })

  test('typed data of a message that a wallet signs for a safe', async () => {
    for (const version of ['1.1.1', '1.4.1'] as const) {
      const asked = { ...domain, version }
      const typed = writeJson(getSafeMessageTypedData(asked, 'Log in'))
      const { hashes, risks, contradiction } = await report(typed)
      expect(hashes).toContainEqual({
        name: 'Safe message hash',
        value: hashSafeMessage(asked, 'Log in'),
      })
      expect(contradiction).toBe(undefined)
      expect(risks).toContainEqual({
        level: 'danger',
        text: expect.stringMatching(/only the hash of the message/),
      })
    }
  })

  test.each([
    ['nothing', ''],
    ['a text', '"x"'],
    ['no safe', JSON.stringify({ ...simple, safe: undefined })],
    [
      'an address with a wrong checksum',
      JSON.stringify({ ...simple, safe: swapCase(treasury.address) }),
    ],
    ['an amount that is no number', write({ value: '1.5' })],
    ['more than 1 MiB', 'x'.repeat(2 ** 20 + 1)],
  ])('refuses %s with words', async (_, text) => {
    await expect(report(text)).rejects.toThrow(/\.$/)
  })
})

test('says that a claimed hash is not the hash of the content', async () => {
  const lie = { ...simple, safeTxHash: `0x${'12'.repeat(32)}` }
  expect((await report(lie)).contradiction).toMatch(/Do not sign/)
  expect((await report({ ...simple, safeTxHash: own })).contradiction).toBe(
    undefined,
  )
})

describe('says that a wallet would sign something else', () => {
  const asked = getSafeTransactionTypedData(domain, sample)
  const fields = asked.types.SafeTx ?? []
  const bound = [
    { name: 'chainId', type: 'uint256' },
    { name: 'verifyingContract', type: 'address' },
  ]
  const message = getSafeMessageTypedData(domain, 'Log in')
  test.each([
    ['a name in the domain', { domain: { ...asked.domain, name: 'Safe' } }],
    [
      'a domain type without the chain ID',
      { types: { ...asked.types, EIP712Domain: bound.slice(1) } },
    ],
    [
      'a domain type in another order',
      { types: { ...asked.types, EIP712Domain: bound.toReversed() } },
    ],
    ['fields in another order', { types: { SafeTx: fields.toReversed() } }],
    ['a field less', { types: { SafeTx: fields.slice(0, -1) } }],
    ['no fields', { types: { SafeTx: [] } }],
    [
      'a field more',
      {
        types: { SafeTx: [...fields, { name: 'note', type: 'string' }] },
        message: { ...asked.message, note: 'x' },
      },
    ],
    [
      'a field of another type',
      {
        types: {
          SafeTx: fields.map((one) =>
            one.name === 'value' ? { ...one, type: 'uint128' } : one,
          ),
        },
      },
    ],
    [
      'a gas field by its old name, with another value',
      {
        types: {
          SafeTx: fields.map((one) =>
            one.name === 'baseGas' ? { ...one, name: 'dataGas' } : one,
          ),
        },
        message: { ...asked.message, dataGas: 7n },
      },
    ],
    [
      'a message with another domain',
      { ...message, domain: { ...message.domain, version: '1' } },
    ],
    [
      'a message of another type',
      {
        ...message,
        types: { SafeMessage: [{ name: 'message', type: 'bytes32' }] },
      },
    ],
  ])('%s', async (_, change) => {
    const typed = writeJson({ ...asked, ...change })
    const wallet = hashTypedData(JSON.parse(typed))
    const { contradiction, hashes } = await report(typed)
    expect(contradiction).toMatch(/Do not sign/)
    expect(contradiction).toContain(wallet)
    expect(hashes.map(({ value }) => value)).not.toContain(wallet)
  })

  test('the old gas field, for a safe that has the new one', async () => {
    const old = getSafeTransactionTypedData(
      { ...domain, version: '0.1.0' },
      sample,
    )
    const { contradiction } = await report(writeJson(old), { version: '1.1.1' })
    expect(contradiction).toMatch(/Do not sign/)
  })
})

describe('findings', () => {
  const cases = attacks.flatMap((one) =>
    one.facts ? [] : [[one.name, one] as const],
  )
  test.each(cases)('names %s', async (_, one) => {
    const { risks } = await report(
      'call' in one
        ? write({ ...one.call, ...one.gas })
        : writeJson({
            ...simple,
            format: 'safe-message',
            message: one.content,
          }),
    )
    // Whether there is code at an address only the chain can say.
    const isUnknowable =
      one.rule === 'data-to-no-code' || one.rule === 'approval-to-account'
    const level = isUnknowable || one.level === 'warning' ? 'warning' : 'danger'
    const line =
      attackLines[
        one.rule === 'data-to-no-code' ? 'unreadable-call' : String(one.rule)
      ]
    expect(risks).toContainEqual({
      level,
      text: expect.stringMatching(line ?? /never/),
    })
  })

  const other = { chainId: 1, verifyingContract: vendor }
  const transfer = {
    types: { TransferWithAuthorization: [{ name: 'to', type: 'address' }] },
    primaryType: 'TransferWithAuthorization',
    domain: other,
    message: { to: vendor },
  }
  test.each([
    [
      'message-safe-transaction',
      getSafeTransactionTypedData({ ...domain, safe: vendor }, sample),
    ],
    [
      'message-safe-message',
      getSafeMessageTypedData({ ...domain, safe: vendor }, 'Log in'),
    ],
    ['message-transfer', transfer],
  ])('names %s in what the safe is asked to sign', async (rule, message) => {
    const { risks } = await report(
      writeJson({ ...simple, format: 'safe-message', message }),
    )
    expect(risks).toContainEqual({
      level: 'danger',
      text: expect.stringMatching(attackLines[rule] ?? /never/),
    })
  })

  test('says nothing of payments', async () => {
    const quiet = benign.filter(
      (one) =>
        'call' in one &&
        one.level === undefined &&
        /payment|payroll|expenses/.test(one.name),
    )
    expect(quiet.length).toBeGreaterThan(2)
    for (const one of quiet)
      if ('call' in one)
        expect((await report(write(one.call))).risks, one.name).toEqual([])
  })
})

test('refuses a trusted address that is mistyped, so that none is imitated without a word', async () => {
  for (const one of ['0x12', vendor.slice(0, -1), swapCase(vendor)])
    await expect(report(simple, { known: [one] })).rejects.toThrow(
      /^One of the addresses you trust /,
    )
})

test('writes hashes, calls and six words for a terminal', async () => {
  const text = writeText(await report(simple))
  expect(text).toContain(`Safe transaction hash: ${own}`)
  expect(text).toMatch(/Six words: (\w+ ){5}\w+\n/)
})

test('shares no code with what it checks', () => {
  const folder = import.meta.dirname
  for (const file of readdirSync(folder).filter((name) =>
    /^(?!.*\.test\.).*\.ts$/.test(name),
  ))
    expect(readFileSync(join(folder, file), 'utf8')).not.toMatch(
      /from '(viem|@covault|@noble|\.\.\/)/,
    )
})

function swapCase(address: string): string {
  const at = address.search(/[a-f]/)
  return `${address.slice(0, at)}${address.charAt(at).toUpperCase()}${address.slice(at + 1)}`
}
