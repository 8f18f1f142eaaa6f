import { getTransactionQueue } from '@covault/api'
import {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  fastify,
} from 'fastify'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { silent } from '../testing/silent.js'
import { type Answers, createAnswers } from './answers.js'
import { addBudget } from './budget.js'
import { errorHandler } from './errorHandler.js'
import { readPlace, toLinks } from './links.js'
import { sharedRoute } from './route.js'

const safe = '0x056872b23d43b6a69f1dad82E2E9F0a18Fd1B4D6'
const path = `/v1/chains/1/safes/${safe}/transactions/queued`
let app: FastifyInstance
let answers: Answers
let made: number
let work: () => Promise<void>

beforeEach(() => {
  made = 0
  work = async () => undefined
  answers = createAnswers()
  const loggerInstance: FastifyBaseLogger = silent
  app = fastify({
    loggerInstance,
    routerOptions: { ignoreTrailingSlash: true },
  })
  app.setErrorHandler(errorHandler)
  addBudget(app, { mostBytes: 1_000_000 })
  app.decorate('inLine', (_request, work) => work())
  app.decorate('findOwner', ({ headers }) =>
    headers.cookie ? safe : undefined,
  )
  sharedRoute(
    app,
    getTransactionQueue,
    {
      answers,
      safeOf: ({ chainId, safe_address }) => ({ chainId, safe: safe_address }),
    },
    async ({ query, request, url, hold }) => {
      made++
      await work()
      hold(1)
      const place = readPlace(query.cursor, { maximum: 200 })
      const links = toLinks({ request, url }, place, { last: 'key' })
      return { count: 0, ...links, results: [] }
    },
  )
})
afterEach(async () => {
  answers.stop()
  await app.close()
})

test('other spellings and parameters that nobody reads share one answer', async () => {
  const urls = [
    path,
    `${path}?x=1`,
    `${path}?x=2&y=3`,
    `${path}/`,
    path.toLowerCase(),
    path.replace('queued', '%71ueued'),
    `${path}?trusted=true`,
    `${path}?x=1&trusted=true&x=2`,
  ]
  const replies = await Promise.all(urls.map((url) => app.inject(url)))
  for (const reply of replies) expect(reply.json()).toEqual(replies[0]?.json())
  expect(made).toBe(1)
  expect(replies[0]?.json().next).toBe(
    `http://localhost:80${path}?cursor=limit%3D20%26offset%3D20%26after%3Dkey`,
  )
})

test('parameters that are read have an answer of their own', async () => {
  const urls = [path, `${path}?trusted=false`, `${path}?cursor=limit%3D5`]
  for (const url of urls) await app.inject(`${url}`)
  expect(made).toBe(3)
  const { next } = (await app.inject(`${path}?x=1&trusted=false`)).json()
  expect(made).toBe(3)
  expect(next).toContain('trusted=false')
  expect(next).not.toContain('x=1')
})

test('an owner is not told that there is no room for strangers', async () => {
  const stranger = { server: app, headers: {} } as FastifyRequest
  const { take } = app.findBudget(stranger)
  for (let part = 0; part < 20; part++) take(50_000)
  const share = vi.spyOn(answers, 'share')
  const haveBothAsked = () => vi.waitUntil(() => share.mock.calls.length === 2)
  work = async () => void (await haveBothAsked())
  const asked = [
    app.inject(path),
    app.inject({ url: path, headers: { cookie: 'session' } }),
  ]
  const [first, second] = await Promise.all(asked)
  expect(first?.statusCode).toBe(503)
  expect(second?.statusCode).toBe(200)
  expect(made).toBe(2)
})
