import { expect, test } from 'vitest'
import { type PersonRequest, requestDesk } from '../../apps/requestDesk.js'
import type { Outcome } from './outcome.js'
import { tellApp } from './tellApp.js'

const hash = `0x${'11'.repeat(32)}` as const
const origin = 'https://app.example'
const request: PersonRequest = {
  kind: 'calls',
  app: { name: 'App', url: origin, origin },
  calls: [],
  leftOut: [],
  canBatch: true,
}

/** What the app gets when a review ended so. */
function end(outcome: Outcome): Promise<unknown> {
  const { id, answer } = requestDesk.ask(request)
  tellApp(id, outcome)
  return answer
}

test('what has a hash is told by it', async () => {
  const of = 'transaction'
  expect(await end({ kind: 'signed', of, hash, missing: 1 })).toEqual({
    safeTxHash: hash,
  })
  expect(await end({ kind: 'handed', safeTxHash: hash, to: '0x1' })).toEqual({
    safeTxHash: hash,
  })
  expect(await end({ kind: 'hosted', of: 'message', hash })).toEqual({
    messageHash: hash,
  })
})

test.each<[string, Outcome, string]>([
  ['batched', { kind: 'batched', count: 2 }, 'added to the draft batch'],
  [
    'kept',
    { kind: 'kept', kept: {} as never, error: undefined },
    'The browser keeps it',
  ],
  [
    'handed to a host that does not say',
    { kind: 'hosted', of: 'transaction', hash: undefined },
    'does not return a hash',
  ],
])('what was %s is told at once, in words', async (_, outcome, words) => {
  await expect(end(outcome)).rejects.toThrow(words)
})
