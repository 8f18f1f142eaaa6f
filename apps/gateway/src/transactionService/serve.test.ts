import { listServiceMessages } from '@covault/api/transaction-service'
import { type FastifyBaseLogger, type FastifyInstance, fastify } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Context } from '../context.js'
import { type Answers, createAnswers } from '../http/answers.js'
import { addBudget } from '../http/budget.js'
import { silent } from '../testing/silent.js'
import { readPlace, toPage } from './paging.js'
import { answerRefusal } from './refusals.js'
import { serveShared } from './serve.js'

const safe = '0x056872b23d43b6a69f1dad82E2E9F0a18Fd1B4D6'
const path = `/tx-service/eth/api/v1/safes/${safe}/messages/`
let app: FastifyInstance
let answers: Answers
let made: number

beforeEach(async () => {
  made = 0
  answers = createAnswers()
  const loggerInstance: FastifyBaseLogger = silent
  app = fastify({
    loggerInstance,
    routerOptions: { ignoreTrailingSlash: true },
  })
  addBudget(app, { mostBytes: 1_000_000 })
  app.decorate('inLine', (_request, work) => work())
  app.decorate('findOwner', ({ headers }) =>
    headers.cookie ? safe : undefined,
  )
  const config = { chains: [{ chainId: 1, shortName: 'eth' }] }
  const context = { config, answers } as unknown as Context
  await app.register(
    async (scope) => {
      scope.setErrorHandler(answerRefusal)
      serveShared(
        scope,
        context,
        listServiceMessages,
        async ({ query, url }) => {
          made++
          const place = readPlace(query, listServiceMessages.paging)
          return toPage(url, place, { count: 2, last: 'key', results: [] })
        },
      )
    },
    { prefix: '/tx-service/:chain' },
  )
})
afterEach(async () => {
  answers.stop()
  await app.close()
})

test('other spellings of one question share one answer', async () => {
  const urls = [
    `${path}?limit=1`,
    `${path}?limit=01`,
    `${path}?limit=001&x=1`,
    `${path}?x=2&limit=1`,
    `${path.slice(0, -1)}?limit=1`,
    `${path.replace('/api', '/%61pi')}?limit=1`,
    `${path.replace('/eth', '/%65th')}?limit=1`,
    `${path.replace('/safes', '/%73afes')}?%6cimit=1`,
  ]
  const replies = await Promise.all(urls.map((url) => app.inject(url)))
  for (const reply of replies) {
    expect(reply.statusCode, reply.body).toBe(200)
    expect(reply.json()).toEqual(replies[0]?.json())
  }
  expect(made).toBe(1)
  expect(replies[0]?.json().next).toBe(
    `http://localhost:80${path}?limit=1&offset=0&after=key`,
  )
})

test('links keep the one of two names of the chain that was used', async () => {
  const numbered = path.replace('/eth/', '/1/')
  for (const url of [path, numbered, path, numbered]) {
    const { next } = (await app.inject(url)).json()
    expect(next).toBe(`http://localhost:80${url}?limit=100&offset=0&after=key`)
  }
  expect(made).toBe(2)
})

test('owners share what other owners get, and not what strangers get', async () => {
  const headers = { cookie: 'session' }
  for (const url of [path, `${path}?x=1`]) {
    await app.inject(url)
    await app.inject({ url, headers })
  }
  expect(made).toBe(2)
})
