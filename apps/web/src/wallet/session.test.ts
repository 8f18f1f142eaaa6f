import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { keepLastState } from '../preferences/lastState.js'
import {
  hasSessionEnded,
  hearSessionEnd,
  rememberedSession,
} from './rememberedSession.js'
import { createSessionAdapter, getAuthenticationStatus } from './session.js'

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

afterEach(() => {
  rememberedSession.clear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('signing out forgets the last state, and the open page keeps nothing more', async () => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', async () => new Response(null, { status: 204 }))
  rememberedSession.write({
    address: account,
    expiresAt: Date.now() + 3_600_000,
  })
  const queryKey = ['safe', 1, account]
  const visit = async () => {
    const queries = new QueryClient()
    await keepLastState(queries, {
      release: 'one',
      isKept: () => true,
      hasEnded: hasSessionEnded(),
      hearEnd: hearSessionEnd,
    })
    return queries
  }
  const open = await visit()
  const read = async (data: string) => {
    await open.fetchQuery({ queryKey, queryFn: async () => data })
    await vi.advanceTimersByTimeAsync(6_000)
  }
  await read('known')
  expect((await visit()).getQueryData(queryKey)).toBe('known')
  await createSessionAdapter(open).signOut()
  await read('again')
  expect((await visit()).getQueryData(queryKey)).toBeUndefined()
})

test('a session that begins, or lasts longer, is no end of one', () => {
  const ended = vi.fn()
  hearSessionEnd(ended)
  const expiresAt = Date.now() + 3_600_000
  rememberedSession.write({ address: account, expiresAt })
  rememberedSession.write({ address: account, expiresAt: expiresAt + 1 })
  expect(ended).not.toHaveBeenCalled()
  rememberedSession.write({ address: other, expiresAt })
  expect(ended).toHaveBeenCalledTimes(1)
})
