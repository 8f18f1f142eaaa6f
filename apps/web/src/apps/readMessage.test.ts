import { hashMessageContent } from '@covault/protocol'
import { hashTypedData, stringToHex } from 'viem'
import { expect, test } from 'vitest'
import { readTypedData } from '../flows/message/readTypedData.js'
import {
  BadMessageError,
  readTextMessage,
  readTypedMessage,
} from './readMessage.js'

test.each([
  ['as it is', 'Hello\n world', 'Hello\n world'],
  ['from its bytes', stringToHex('Grüße'), 'Grüße'],
  ['as digits that are no text', '0xff00ff', '0xff00ff'],
  ['as half a byte', '0x123', '0x123'],
  ['as an empty hex', '0x', '0x'],
])('reads a text %s', (_, message, text) => {
  expect(readTextMessage({ message })).toEqual({ kind: 'text', text })
})

const note = {
  domain: { name: 'Example', chainId: 1n },
  types: {
    Note: [{ name: 'by', type: 'Person[]' }],
    Person: [{ name: 'name', type: 'string' }],
  },
  message: { by: [{ name: 'Alice' }] },
}

test('finds the primary type where it is left out', () => {
  const read = readTypedMessage({ typedData: note })
  expect(read.kind === 'typedData' && JSON.parse(read.json)).toEqual({
    ...note,
    domain: { name: 'Example', chainId: '1' },
    primaryType: 'Note',
  })
})

test.each([1, 1n, '1', '0x1'])(
  'a chain id written as %o is signed as the app that asked will read it',
  (chainId) => {
    const domain = { name: 'Example', chainId }
    const read = readTypedMessage({ typedData: { ...note, domain } })
    const { content } = readTypedData(
      read.kind === 'typedData' ? read.json : '',
    )
    expect(content && hashMessageContent(content)).toBe(
      hashTypedData({ ...note, primaryType: 'Note' } as never),
    )
  },
)

test('does not guess between two', () => {
  const types = { ...note.types, Other: [] }
  expect(() => readTypedMessage({ typedData: { ...note, types } })).toThrow(
    /primary/,
  )
})

test.each([undefined, {}, { message: 7 }, { message: null }])(
  '%j is no text message',
  (params) => {
    expect(() => readTextMessage(params)).toThrow(BadMessageError)
  },
)

test.each([undefined, {}, { typedData: 'x' }, { typedData: { types: {} } }])(
  '%j is no typed message',
  (params) => {
    expect(() => readTypedMessage(params)).toThrow(BadMessageError)
  },
)

test('a number over 256 bits is refused and not written out', () => {
  const domain = { ...note.domain, chainId: 1n << 8_000_000n }
  expect(() => readTypedMessage({ typedData: { ...note, domain } })).toThrow(
    BadMessageError,
  )
})
