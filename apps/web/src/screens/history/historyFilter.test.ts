import fc from 'fast-check'
import { getAddress } from 'viem'
import { expect, test } from 'vitest'
import {
  formatFilter,
  listUnread,
  parseFilter,
  readField,
} from './historyFilter.js'

const token = getAddress('0x70997970c51812dc3a010c7d01b50e0d17dc79c8')

test('a filter is kept in the address as people can read it', () => {
  expect(formatFilter({ kind: 'all' })).toBeUndefined()
  expect(formatFilter({ kind: 'all', suspicious: true })).toBe('all/suspicious')
  expect(
    formatFilter({ kind: 'outgoing', from: '2026-11-01', nonce: '12' }),
  ).toBe('outgoing/from:2026-11-01/nonce:12')
})

test('what is read is what was written', () => {
  const day = fc
    .date({
      min: new Date('1970-01-02'),
      max: new Date('2099-12-31'),
      noInvalidDate: true,
    })
    .map((date) => date.toISOString().slice(0, 10))
  const address = fc
    .uint8Array({ minLength: 20, maxLength: 20 })
    .map((bytes) => getAddress(`0x${Buffer.from(bytes).toString('hex')}`))
  const amount = fc.constantFrom('0', '1', '0.5', '12345.000001')
  const filter = fc.record(
    {
      kind: fc.constantFrom('all', 'incoming', 'outgoing', 'module'),
      from: day,
      to: day,
      token: address,
      least: amount,
      most: amount,
      party: fc.oneof(address, fc.constantFrom('Alice', 'a/b:c', '50 % off')),
      module: address,
      nonce: fc.nat().map(String),
      label: fc.constantFrom('Payroll', 'a/b:c', '50 % off'),
      suspicious: fc.constant(true),
      withoutFees: fc.constant(true),
    },
    { requiredKeys: ['kind'] },
  )
  fc.assert(
    fc.property(filter, (wanted) => {
      expect(parseFilter(formatFilter(wanted))).toEqual(wanted)
    }),
  )
})

test('what cannot be read is left out', () => {
  expect(parseFilter('nonsense/from:yesterday')).toEqual({ kind: 'all' })
  expect(parseFilter(`incoming/token:${token}/least:-1/most:%`)).toEqual({
    kind: 'incoming',
    token,
  })
  expect(parseFilter(`incoming/token:${token.replace('C', 'c')}`)).toEqual({
    kind: 'incoming',
  })
  expect(parseFilter('outgoing/from:2026-99-99/party:0x12')).toEqual({
    kind: 'outgoing',
  })
})

test('an address is found with its network before it, and only with this one', () => {
  expect(readField('party', `local1:${token}`, 'local1')).toBe(token)
  expect(readField('party', token, 'local1')).toBe(token)
  expect(readField('party', `eth:${token}`, 'local1')).toBeUndefined()
  expect(readField('party', 'eth:0x12', 'local1')).toBeUndefined()
  expect(readField('party', 'a:b', 'local1')).toBe('a:b')
  expect(parseFilter(`all/party:local1%3A${token}`).party).toBe(token)
})

test('parts of a link that cannot be read are named', () => {
  expect(listUnread(undefined)).toEqual([])
  expect(listUnread(`incoming/token:${token}/suspicious`)).toEqual([])
  expect(listUnread('nonsense/from:yesterday/nonce:1')).toEqual([
    'nonsense',
    'from:yesterday',
  ])
})
