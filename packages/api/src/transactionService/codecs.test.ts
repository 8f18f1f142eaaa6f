import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import {
  booleanWord,
  integer,
  looseHash,
  looseHex,
  looseSignature,
  moment,
  nonceInteger,
  operationInteger,
  orNothing,
  strictAddress,
} from './codecs.js'

const largest = 2n ** 256n - 1n
const address = '0xA2c0717EADC654eE59637e39CfEfCB4cA3764829'

function read(schema: z.ZodMiniType, value: unknown): unknown {
  const result = z.safeDecode(schema, value)
  return result.success ? result.data : 'refused'
}

test('whole numbers come as text or as numbers', () => {
  expect(read(integer, 7)).toBe(7n)
  expect(read(integer, '007')).toBe(7n)
  expect(read(integer, String(largest))).toBe(largest)
  for (const wrong of [-1, 1.5, '', '-1', '0x1', '1e3', null, largest + 1n])
    expect(read(integer, typeof wrong === 'bigint' ? `${wrong}` : wrong)).toBe(
      'refused',
    )
})

test('a nonce is no higher than what can be read back', () => {
  expect(read(nonceInteger, '9007199254740991')).toBe(9007199254740991n)
  expect(read(nonceInteger, '9007199254740992')).toBe('refused')
})

test('an operation is 0 or 1', () => {
  expect(
    [0, '1', 2, '', true].map((each) => read(operationInteger, each)),
  ).toEqual([0, 1, 'refused', 'refused', 'refused'])
})

test('hex has a prefix or none', () => {
  expect(read(looseHex, ' 0xAB12 ')).toBe('0xab12')
  expect(read(looseHex, 'ab12')).toBe('0xab12')
  expect(read(looseHex, 'ab1')).toBe('refused')
  expect(read(looseHash, 'AB'.repeat(32))).toBe(`0x${'ab'.repeat(32)}`)
  expect(read(looseHash, 'ab'.repeat(31))).toBe('refused')
  expect(read(looseSignature, 'ab'.repeat(64))).toBe('refused')
  expect(read(looseSignature, 'ab'.repeat(65))).toBe(`0x${'ab'.repeat(65)}`)
})

test('null, nothing and an empty text mean the same', () => {
  const schema = z.object({ data: orNothing(looseHex) })
  for (const body of [{}, { data: null }, { data: '' }, { data: '0x' }])
    expect(read(schema, body)).toEqual({ data: null })
  expect(read(schema, { data: '12' })).toEqual({ data: '0x12' })
  expect(read(schema, { data: 12 })).toBe('refused')
})

test('an address has its checksum', () => {
  expect(read(strictAddress, address)).toBe(address)
  expect(read(strictAddress, address.toLowerCase())).toBe('refused')
  expect(read(strictAddress, '0x12')).toBe('refused')
})

test('dates without a zone are of UTC', () => {
  const noon = new Date('2026-01-31T12:00:00Z')
  for (const text of [
    '2026-01-31T12:00:00Z',
    '2026-01-31T12:00:00',
    '2026-01-31 12:00:00',
    '2026-01-31T12:00:00.000000Z',
    '2026-01-31T13:00:00+01:00',
    // A plus that was not encoded is a space in a query.
    '2026-01-31T13:00:00 01:00',
  ])
    expect(read(moment, text), text).toEqual(noon)
  expect(read(moment, '2026-01-31')).toEqual(new Date('2026-01-31T00:00:00Z'))
  for (const wrong of ['soon', '2026-13-01', '1969-01-01', '', '31.1.2026'])
    expect(read(moment, wrong), wrong).toBe('refused')
})

test('either language says true', () => {
  expect(
    ['true', 'True', '1', 'false', 'False', '0', 'yes'].map((word) =>
      read(booleanWord, word),
    ),
  ).toEqual([true, true, true, false, false, false, 'refused'])
})
