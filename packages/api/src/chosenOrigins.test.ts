import { expect, test } from 'vitest'
import { readChosenOrigins } from './chosenOrigins.js'

const cookie = (value: string) =>
  readChosenOrigins(`a=b; covault_origins=${encodeURIComponent(value)}; c=d`)

test('takes https origins, and http on this machine', () => {
  expect(
    cookie(
      'https://node.example/key/path?x=1 http://127.0.0.1:8545 http://[::1]:1 http://localhost',
    ),
  ).toEqual([
    'https://node.example',
    'http://127.0.0.1:8545',
    'http://[::1]:1',
    'http://localhost',
  ])
})

test('takes websockets where it takes requests', () => {
  expect(
    cookie('wss://node.example/key ws://127.0.0.1:8545/ ws://node.example'),
  ).toEqual(['wss://node.example', 'ws://127.0.0.1:8545'])
})

test.each([
  'http://node.example',
  'javascript:alert(1)',
  'data:text/html,x',
  'ws://node.example',
  'wss://*.example',
  'https://*.example',
  '*',
  "'unsafe-inline'",
  'https:',
  'file:///etc/passwd',
])('refuses %s', (text) => {
  expect(cookie(text)).toEqual([])
})

test('nothing that ends a directive gets through', () => {
  const origins = cookie(
    "https://a.example;script-src * https://b.example/;x https://c.example,y 'self'",
  )
  for (const origin of origins) expect(origin).not.toMatch(/[;,'*\s]/)
  expect(origins).toContain('https://b.example')
})

test('takes ten at most, each once', () => {
  const many = Array.from(
    { length: 30 },
    (_, at) => `https://n${at % 15}.example`,
  )
  expect(cookie(many.join(' '))).toHaveLength(10)
})

test('a cookie that is absent, broken or endless is no cookie', () => {
  expect(readChosenOrigins(undefined)).toEqual([])
  expect(readChosenOrigins('covault_origins=%E0%A4%A')).toEqual([])
  expect(cookie(`https://${'a'.repeat(5000)}.example`)).toEqual([])
})
