import { BaseError } from '@covault/protocol'
import { HttpRequestError, RpcRequestError, TimeoutError } from 'viem'
import { expect, test } from 'vitest'
import { describeError } from './describeError.js'

const url = 'https://node.example/v1/secret-key'

test.each([
  [new HttpRequestError({ url }), 'No connection'],
  [new HttpRequestError({ url, status: 429 }), 'HTTP 429'],
  [new TimeoutError({ body: {}, url }), 'No answer within 10 seconds'],
  [
    new RpcRequestError({
      body: {},
      url,
      error: { code: -32005, message: `limit of ${url}` },
    }),
    'Error -32005 of the node',
  ],
  [new SyntaxError(url), 'An answer that could not be understood'],
  [undefined, 'An answer that could not be understood'],
])('says what happened and never where: %#', (error, words) => {
  expect(describeError(error)).toBe(words)
  const wrapped = new Error('wrapped', { cause: error })
  expect(describeError(wrapped)).toBe(words)
})

test('errors of our own speak for themselves', () => {
  expect(describeError(new BaseError('The safe is gone.'))).toBe(
    'The safe is gone.',
  )
})
