import { expect, test } from 'vitest'
import { bridgesSchema, completeBridges } from './bridgesConfig.js'

const address = '0x056872b23d43b6a69f1dad82E2E9F0a18Fd1B4D6'
const url = 'https://service.example/tx-service/eth/api/'
const entry = { chainId: 1, address, url }

const complete = (entries: object[], environment: NodeJS.ProcessEnv = {}) =>
  completeBridges(
    { bridges: bridgesSchema.parse(entries), chains: [{ chainId: 1 }] },
    environment,
  )

test('a bridge asks five times a second and 40,000 times a month at most', () => {
  expect(complete([entry])).toEqual([
    {
      chainId: 1,
      address,
      url: 'https://service.example/tx-service/eth',
      token: undefined,
      account: 'https://service.example',
      callsPerSecond: 5,
      callsPerMonth: 40_000,
      pollMs: 5_000,
      idleMs: 300_000,
    },
  ])
})

test('a token comes from the environment, and its name tells the account', () => {
  const [bridge] = complete([{ ...entry, tokenFrom: 'COVAULT_TOKEN' }], {
    COVAULT_TOKEN: 'secret',
  })
  expect(bridge?.token).toBe('secret')
  expect(bridge?.account).toBe('https://service.example COVAULT_TOKEN')
})

test.each([
  [[{ ...entry, chainId: 2 }], 'chain 2, which is not among the chains'],
  [[entry, { ...entry, url: url.replace('/api/', '') }], 'is listed twice'],
  [[{ ...entry, tokenFrom: 'COVAULT_NONE' }], 'COVAULT_NONE, which is not set'],
  [[{ ...entry, tokenFrom: 'DATABASE_URL' }], 'must begin with COVAULT_'],
  [[{ ...entry, url: 'a.example' }], 'Invalid URL'],
  [
    [{ ...entry, url: 'https://me:word@a.example' }],
    'must not hold a password',
  ],
  [
    [{ ...entry, url: 'https://a.example/?key=word' }],
    'must not hold a passwo',
  ],
  [
    [{ ...entry, url: 'http://a.example', tokenFrom: 'COVAULT_TOKEN' }],
    'must begin with https://',
  ],
])('refuses %j', (entries, message) => {
  expect(() => complete(entries, { COVAULT_TOKEN: 'secret' })).toThrow(message)
})
