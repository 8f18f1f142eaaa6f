import { expect, test } from 'vitest'
import { getAuthenticationStatus } from './session.js'

const account = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const other = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const now = 1_000_000
const session = { address: account, expiresAt: now + 1 } as const
const given = { account, session, user: account, now } as const

test.each([
  ['connected with the session of the account', given, 'connected'],
  [
    'disconnected without a wallet',
    { ...given, account: null },
    'disconnected',
  ],
  [
    'unauthenticated without a session',
    { ...given, session: null },
    'unauthenticated',
  ],
  [
    'unauthenticated once it ended',
    { ...given, now: now + 1 },
    'unauthenticated',
  ],
  [
    'unauthenticated with that of another',
    { ...given, account: other },
    'unauthenticated',
  ],
  [
    'loading until the gateway answered',
    { ...given, user: undefined },
    'loading',
  ],
  [
    'unauthenticated when it knows of none',
    { ...given, user: null },
    'unauthenticated',
  ],
] as const)('is %s', (_, parameters, status) => {
  expect(getAuthenticationStatus(parameters)).toBe(status)
})
