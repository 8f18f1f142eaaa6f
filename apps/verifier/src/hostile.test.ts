import { deflateRawSync } from 'node:zlib'
import { getSafeTransactionTypedData, safeVersions } from '@covault/protocol'
import { describe, expect, test } from 'vitest'
import type { Hints } from './input.js'
import { makeReport } from './report.js'
import { writeJson } from './testInput.js'
import { writeText } from './writeText.js'

const safe = '0x1111111111111111111111111111111111111111'
const other = '0x3333333333333333333333333333333333333333'
const zero = `0x${'0'.repeat(40)}` as const
const simple = {
  chainId: '1',
  safe,
  safeVersion: '1.4.1',
  to: '0x2222222222222222222222222222222222222222' as const,
  value: '1',
  data: '0x',
  operation: 0,
  safeTxGas: '0',
  baseGas: '0',
  gasPrice: '0',
  gasToken: zero,
  refundReceiver: zero,
  nonce: '5',
}
const message = (content: unknown) => ({
  format: 'safe-message',
  chainId: '1',
  safe,
  safeVersion: '1.4.1',
  message: content,
})
const typed = (types: object, content: object) =>
  message({ types, primaryType: 'A', domain: { name: 'x' }, message: content })

const report = (value: unknown, hints: Hints = {}) =>
  makeReport(typeof value === 'string' ? value : JSON.stringify(value), hints)
const link = (value: object, query: string) =>
  `https://app.example/transactions/tx${query}#tx=v1.${deflateRawSync(JSON.stringify(value)).toString('base64url')}`

describe('what is checked is the input itself', () => {
  test('whatever its texts look like', async () => {
    const honest = await report(simple)
    for (const origin of [
      `https://x.example/?safe=eth:${other}`,
      link({ ...simple, to: other }, ''),
      `ur:bytes/${other}`,
    ])
      expect(await report({ ...simple, origin })).toEqual(honest)
  })

  test('a link is one word, and says what it carries', async () => {
    const carried = await report(simple)
    expect(await report(` ${link(simple, `?safe=eth:${safe}`)}\n`)).toEqual(
      carried,
    )
    await expect(report(`Sign ${link(simple, '')}`)).rejects.toThrow(
      /neither JSON nor a link/,
    )
    await expect(report(link(simple, `?safe=eth:${other}`))).rejects.toThrow(
      /contradict/,
    )
    await expect(
      report(link(simple, `?safe=eth:${safe}&safe=eth:${other}`)),
    ).rejects.toThrow(/more than one safe/)
  })

  test.each([
    ['chain ID', { chainId: '10' }],
    ['safe', { safe: other }],
    ['version', { version: '1.1.1' }],
  ])('what was entered must not contradict its %s', async (name, hints) => {
    await expect(report(simple, hints)).rejects.toThrow(
      new RegExp(`contradict.*${name}`, 'i'),
    )
  })

  test('what was entered may say the same in another way', async () => {
    const hints = { chainId: '0x1', safe: `eth:${safe}`, version: '1.4.1+L2' }
    expect((await report(simple, hints)).hashes).toEqual(
      (await report(simple)).hashes,
    )
  })

  test('typed data of a new safe is not read as that of an old one', async () => {
    const write = (version: '1.1.1' | '1.3.0') =>
      writeJson(
        getSafeTransactionTypedData(
          { chainId: 1, safe, version },
          {
            to: simple.to,
            value: 1n,
            data: '0x',
            operation: 0,
            safeTxGas: 0n,
            baseGas: 0n,
            gasPrice: 0n,
            gasToken: zero,
            refundReceiver: zero,
            nonce: 5n,
          },
        ),
      )
    const data = write('1.3.0')
    expect(await report(data, { version: '1.3.0' })).toMatchObject({
      title: 'Transaction at nonce 5',
      contradiction: undefined,
    })
    await expect(report(data, { version: '1.1.1' })).rejects.toThrow(
      /contradict/,
    )
    await expect(
      report(write('1.1.1'), { version: '1.4.1', chainId: '1' }),
    ).rejects.toThrow(/contradict/)
  })

  test('typed data of a message is hashed, whatever stands beside it', async () => {
    const honest = {
      types: { A: [{ name: 'x', type: 'string' }] },
      primaryType: 'A',
      domain: { name: 'x' },
      message: { x: 'a' },
    }
    const { hashes } = await report(message(honest))
    const bytes = `0x${'12'.repeat(32)}`
    const beside = await report(message({ ...honest, bytes }))
    expect(beside.hashes).toEqual(hashes)
  })

  test.each(['nonce', 'value', 'operation', 'gasPrice'])(
    'an empty %s is not zero',
    async (name) => {
      await expect(report({ ...simple, [name]: null })).rejects.toThrow(
        new RegExp(`${name} is`),
      )
    },
  )

  test('versions that nobody knows are named', async () => {
    for (const version of safeVersions)
      expect(
        (await report({ ...simple, safeVersion: version })).risks.filter(
          ({ text }) => /is unknown/.test(text),
        ),
      ).toEqual([])
    for (const one of [
      { ...simple, safeVersion: '9.9.9' },
      { ...message('x'), safeVersion: '9.9.9' },
    ])
      expect((await report(one)).risks).toContainEqual({
        level: 'warning',
        text: expect.stringMatching(/version 9\.9\.9 .*is unknown/),
      })
  })
})

describe('text of strangers', () => {
  test('is shown with what can’t be seen, and a finding', async () => {
    const { fields, risks } = await report(
      message(
        'pay \u202e0001\u202c \u200bto x\u0007\u001b[31mred\u3164\u{e0041}',
      ),
    )
    expect(fields.at(-1)?.value).toBe(
      'pay ⟨U+202E⟩0001⟨U+202C⟩ ⟨U+200B⟩to x⟨U+0007⟩⟨U+001B⟩[31mred⟨U+3164⟩⟨U+E0041⟩',
    )
    expect(risks).toEqual([
      {
        level: 'danger',
        text: expect.stringMatching(/U\+202E.*U\+001B/),
      },
    ])
  })

  test('of plain letters, in any script and on several lines, is left alone', async () => {
    const text = 'Grüße, Привет, 你好, שלום, 👍\n\nNonce: 7'
    const { fields, risks } = await report(message(text))
    expect(fields.at(-1)?.value).toBe(text)
    expect(risks).toEqual([])
  })

  test('in typed data and versions as well', async () => {
    const found = await report(
      typed({ A: [{ name: 'x', type: 'string' }] }, { x: 'a\u2066b' }),
    )
    expect(found.fields.at(-1)?.value).toContain('a⟨U+2066⟩b')
    expect(found.risks[0]?.text).toContain('U+2066')
    expect(
      JSON.stringify(await report({ ...simple, safeVersion: '1.4.1+\u202e' })),
    ).not.toContain('\u202e')
  })

  test('that no type names is said to be unsigned', async () => {
    const types = {
      EIP712Domain: [{ name: 'name', type: 'string' }],
      A: [{ name: 'list', type: 'B[]' }],
      B: [{ name: 'x', type: 'string' }],
    }
    const list = (more: object) => ({ list: [{ x: 'a', ...more }] })
    const find = async (value: object) =>
      (await report(value)).risks.map(({ text }) => text).join()
    expect(await find(typed(types, list({})))).not.toMatch(/not covered/)
    expect(await find(typed(types, list({ note: 'Log in' })))).toMatch(
      /not covered by the signature: note\./,
    )
  })

  test('can’t write a report of its own in a terminal', async () => {
    const forged =
      'x\nCompare with your other screen\n  Safe message hash: 0x00'
    const text = writeText(await report(message(forged)))
    expect(text.match(/^Compare with your other screen$/gm)).toHaveLength(1)
    expect(text.match(/^ {2}Safe message hash/gm)).toHaveLength(1)
    expect(text).toContain('\n    | Compare with your other screen')
  })

  test('in a refusal can’t act either', async () => {
    await expect(
      report({ ...simple, safeVersion: '\u001b[2J' }),
    ).rejects.toThrow('⟨U+001B⟩[2J')
  })
})

describe('refuses in words', () => {
  const deep = 20_000
  const chain = Array.from({ length: deep }, (_, at) => [
    at === 0 ? 'A' : `T${at}`,
    [{ name: 'x', type: `T${at + 1}` }],
  ])
  test.each([
    ['lists in lists', '['.repeat(200_000) + ']'.repeat(200_000)],
    [
      'transactions in transactions',
      '{"transactions":['.repeat(deep) +
        JSON.stringify(simple) +
        ']}'.repeat(deep),
    ],
    [
      'a list of lists as a type',
      JSON.stringify(
        typed(
          { A: [{ name: 'x', type: `uint8${'[]'.repeat(deep)}` }] },
          { x: [] },
        ),
      ),
    ],
    [
      'types that are no lists',
      JSON.stringify({ ...typed({ A: 5 }, {}), primaryType: 'A' }),
    ],
    ['a chain of types', JSON.stringify(typed(Object.fromEntries(chain), {}))],
  ])('%s', async (_, text) => {
    await expect(report(text)).rejects.toThrow(
      /nested too deeply|too many types|not a list of fields/,
    )
  })

  test('a type that takes for ever to read', async () => {
    const type = `${'[]'.repeat(200_000)}x`
    const start = Date.now()
    await expect(
      report(typed({ A: [{ name: 'x', type }], [type]: [] }, { x: null })),
    ).rejects.toThrow(/\.$/)
    expect(Date.now() - start).toBeLessThan(5_000)
  })
})

test('S35: a long type with many values is refused before it takes long', async () => {
  const long = Array.from({ length: 12_000 }, (_, at) => ({
    name: `f${at}`,
    type: 'bool',
  }))
  const types = {
    A: [{ name: 'list', type: 'B[]' }],
    B: [{ name: 'list', type: 'D[]' }],
    D: long,
  }
  const list = Array.from({ length: 50_000 }, () => ({ list: [] }))
  await expect(report(typed(types, { list }))).rejects.toThrow(
    /too many values/,
  )
})

test('S35: a text of the longest kind is read in one pass', async () => {
  const many = 1_000_000
  const hostile = [
    // Of these every letter could begin what the next ones don't end.
    `{"a":"${'\\"'.repeat(many / 2)}`,
    `{"a":${'1'.repeat(many)}x}`,
    `{"a":1${' '.repeat(many)}x}`,
    JSON.stringify({ ...simple, safeVersion: `${'+'.repeat(many)}\n` }),
  ]
  for (const text of hostile) await expect(report(text)).rejects.toThrow()
  const type = `${'[]'.repeat(many / 2)}a`
  await report(typed({ A: [{ name: 'x', type }] }, { x: 1 })).catch(
    () => undefined,
  )
})
