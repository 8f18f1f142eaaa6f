import { connect, type Socket } from 'node:net'
import { type FastifyBaseLogger, type FastifyInstance, fastify } from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { waitFor } from '../testing/scene.js'
import { silent } from '../testing/silent.js'
import { addBudget } from './budget.js'
import { errorHandler } from './errorHandler.js'

const megabyte = 1_048_576
const apps: FastifyInstance[] = []
const sockets: Socket[] = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  for (const app of apps.splice(0)) await app.close()
})

const shared = Buffer.alloc(20 * megabyte)

/** May hold 60 MB, and large answers half of it. */
async function create(sendMs = 60_000) {
  const loggerInstance: FastifyBaseLogger = silent
  const app = fastify({ loggerInstance, bodyLimit: megabyte })
  apps.push(app)
  app.setErrorHandler(errorHandler)
  addBudget(app, { mostBytes: 60 * megabyte, sendMs })
  app.get('/small', async () => 'small')
  app.get('/large', async () => Buffer.alloc(20 * megabyte))
  app.get('/shared', async () => shared)
  app.post('/echo', async () => 'ok')
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
  const send = (text: string) => {
    const socket = connect(Number(port), '127.0.0.1').pause()
    socket.on('error', () => undefined)
    socket.write(text)
    sockets.push(socket)
    return socket
  }
  const status = async (url: string) => (await app.inject(url)).statusCode
  return { app, send, status }
}

const get = (url: string) => `GET ${url} HTTP/1.1\r\nHost: localhost\r\n\r\n`

test('refuses a large answer while others are not read, and lets small ones pass', async () => {
  const { app, send, status } = await create()
  expect(await status('/large')).toBe(200)
  const reader = send(get('/large'))
  await waitFor('a refusal', async () => (await status('/large')) === 503)
  const refused = await app.inject('/large')
  expect(refused.headers['retry-after']).toBe('1')
  expect(refused.json()).toEqual({
    statusCode: 503,
    message: 'The gateway is busy. Try again in a moment.',
  })
  expect(await status('/small')).toBe(200)
  reader.resume()
  await waitFor('room', async () => (await status('/large')) === 200)
})

test('ends the connection of a reader who does not take an answer in time', async () => {
  const { send, status } = await create(300)
  const reader = send(get('/large'))
  await waitFor('a refusal', async () => (await status('/large')) === 503)
  await waitFor('room', async () => (await status('/large')) === 200)
  reader.resume()
  await waitFor('the end', () => reader.destroyed)
})

test('the same bytes for many readers count once', async () => {
  const { send, status } = await create()
  for (let count = 0; count < 5; count++) send(get('/shared'))
  await waitFor('a refusal', async () => (await status('/large')) === 503)
  expect(await status('/shared')).toBe(200)
})

test('a body counts as it arrives, until it is answered or given up', async () => {
  const { app, send, status } = await create()
  const post = 'POST /echo HTTP/1.1\r\nHost: localhost\r\n'
  const json = 'Content-Type: application/json\r\n'
  const payload = JSON.stringify('x'.repeat(1_000_000))
  const headers = { 'content-type': 'application/json' }
  const write = () =>
    app.inject({ method: 'POST', url: '/echo', headers, payload })
  for (let count = 0; count < 60; count++)
    send(`${post}${json}Content-Length: ${megabyte}\r\n\r\n{`)
  // What is only told of takes nothing from anybody.
  expect(await status('/large')).toBe(200)
  expect((await write()).statusCode).toBe(200)
  // Thirty of them and one more do not fit into half of sixty.
  const most = ' '.repeat(1_030_000)
  for (let count = 0; count < 15; count++) {
    send(`${post}${json}Content-Length: ${megabyte}\r\n\r\n{${most}`)
    send(`${post}${json}Transfer-Encoding: chunked\r\n\r\nfb770\r\n${most}\r\n`)
  }
  await waitFor('a refusal', async () => (await status('/large')) === 503)
  await waitFor('a refusal', async () => (await write()).statusCode === 503)
  for (const socket of sockets) socket.destroy()
  await waitFor('room', async () => (await write()).statusCode === 200)
})
