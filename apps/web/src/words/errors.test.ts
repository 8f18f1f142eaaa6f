import { BaseError } from '@covault/protocol'
import { HttpRequestError, RpcRequestError, TimeoutError } from 'viem'
import { expect, test } from 'vitest'
import { describeError } from './errors.js'

const url = 'https://node.example/v1/secret-key'

test.each([
  [new HttpRequestError({ url }), 'Can’t connect to the RPC endpoint.'],
  [
    new HttpRequestError({ url, status: 429 }),
    'The RPC endpoint answered with HTTP 429.',
  ],
  [
    new TimeoutError({ body: {}, url }),
    'The RPC endpoint didn’t answer within 10 seconds.',
  ],
  [
    new RpcRequestError({
      body: {},
      url,
      error: { code: -32005, message: `limit of ${url}` },
    }),
    'The RPC endpoint returned error -32005.',
  ],
  [new SyntaxError(url), 'The answer can’t be read.'],
  [undefined, 'The answer can’t be read.'],
])('says what happened and never where: %#', (error, words) => {
  expect(describeError(error)).toBe(words)
  const wrapped = new Error('wrapped', { cause: error })
  expect(describeError(wrapped)).toBe(words)
})

test('errors of our own speak for themselves, in one sentence', () => {
  const said = (message: string) => describeError(new BaseError(message))
  expect(said('The safe is gone.')).toBe('The safe is gone.')
  expect(said('The safe is gone')).toBe('The safe is gone.')
  expect(said('The safe is gone..')).toBe('The safe is gone.')
})
