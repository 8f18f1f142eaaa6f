import type { Message } from '@covault/api'
import { hashSafeMessage } from '@covault/protocol'
import { expect, test } from 'vitest'
import { compareWithLink } from './compareWithLink.js'

const domain = {
  chainId: 31337,
  safe: '0xA2c0717EADC654eE59637e39CfEfCB4cA3764829',
  version: '1.4.1',
} as const
const link = hashSafeMessage(domain, 'pay Bob')

const answer = (message: Message['message'], messageHash = link) =>
  ({ message, messageHash }) as Message

test('goes on with the content that the link names', () => {
  expect(compareWithLink(domain, { message: answer('pay Bob'), link })).toEqual(
    { status: 'same' },
  )
})

test('refuses another text under the same hash, and names both hashes', () => {
  const found = compareWithLink(domain, {
    message: answer('pay Eve'),
    link,
  })
  expect(found).toMatchObject({
    status: 'refused',
    facts: [
      { name: 'Link', value: link },
      {
        name: 'Computed in this browser',
        value: hashSafeMessage(domain, 'pay Eve'),
      },
      { name: 'Reported by the gateway', value: link },
    ],
  })
})

test('refuses the message of another safe or another network', () => {
  const message = answer('pay Bob')
  for (const other of [
    { ...domain, chainId: 1 },
    { ...domain, safe: '0xabAD204d0BdbaEBb4D27ba0a4e86966E7A3E315a' } as const,
  ])
    expect(compareWithLink(other, { message, link }).status).toBe('refused')
})

test('refuses content that has no hash, and says why', () => {
  const broken = { domain: {}, types: {}, primaryType: 'Gone', message: {} }
  expect(
    compareWithLink(domain, { message: answer(broken), link }),
  ).toMatchObject({
    status: 'refused',
    reason: expect.stringContaining('cannot be hashed'),
  })
})
