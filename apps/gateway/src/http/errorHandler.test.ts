import fastify from 'fastify'
import { expect, test } from 'vitest'
import { RuleFailure } from '../failures.js'
import { errorHandler } from './errorHandler.js'

async function answer(failure: RuleFailure) {
  const app = fastify()
  app.setErrorHandler(errorHandler)
  app.get('/', () => {
    throw failure
  })
  const { statusCode, headers } = await app.inject('/')
  await app.close()
  return [statusCode, headers['retry-after']]
}

test('S58: tells anyone who asks too often when to come back', async () => {
  const often = (retryAfter?: number) =>
    new RuleFailure('Too many', {
      status: 429,
      ...(retryAfter === undefined ? {} : { retryAfter }),
    })
  expect(await answer(often(7))).toEqual([429, '7'])
  expect(await answer(often())).toEqual([429, '60'])
  expect(await answer(new RuleFailure('Wrong'))).toEqual([422, undefined])
})
