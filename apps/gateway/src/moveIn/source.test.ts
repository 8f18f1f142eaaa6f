import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { openSource } from './source.js'

let calls = 0
const take = async () => {
  calls++
}
const options = { token: undefined, take }
const urlOf = (from: string, token?: string) =>
  openSource({ ...options, from, token }).url

test('an address is taken with and without /api and slashes', () => {
  for (const end of ['', '/', '/api', '/api/'])
    expect(urlOf(`https://a.example/tx-service/eth${end}`)).toBe(
      'https://a.example/tx-service/eth',
    )
})

test('an address with a secret, or that would tell the key, is refused', () => {
  for (const from of [
    'https://me:word@a.example',
    'https://a.example/?key=word',
    'ftp://word.example',
    'word',
  ]) {
    expect(() => urlOf(from)).toThrow('The address after --from')
    expect(() => urlOf(from)).not.toThrow('word.example')
  }
  expect(() => urlOf('http://a.example', 'key')).toThrow('https://')
  expect(urlOf('http://a.example')).toBe('http://a.example')
  expect(urlOf('http://127.0.0.1:1', 'key')).toBe('http://127.0.0.1:1')
})

test('the key goes to the named service and does not follow it elsewhere', async () => {
  const heard: IncomingMessage[] = []
  const server = createServer((request, response) => {
    heard.push(request)
    response.writeHead(301, { location: '/elsewhere' }).end()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const from = `http://127.0.0.1:${port}`
  const source = openSource({ ...options, from, token: 'key' })
  await expect(source.get('/v1/about/')).rejects.toThrow('status 301')
  server.close()
  expect(heard.map(({ url }) => url)).toEqual(['/api/v1/about/'])
  expect(heard[0]?.headers.authorization).toBe('Bearer key')
  expect(calls).toBe(1)
})
