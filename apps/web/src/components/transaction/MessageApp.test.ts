import { expect, test } from 'vitest'
import { readMessageApp } from './MessageApp.js'

test.each([
  [
    'its host and its name',
    { url: 'https://swap.example:8443/a', name: 'Swap' },
    { host: 'swap.example:8443', name: 'Swap' },
  ],
  ['a host alone', { url: 'https://swap.example' }, { host: 'swap.example' }],
  [
    'a hostile name as what it is',
    { url: 'no address', name: 'S\u202Ewap' },
    { host: 'no address', name: 'S\uFFFDwap' },
  ],
  ['nothing', {}, undefined],
  ['nothing of what is no text', { url: 7 }, undefined],
])('of the app that asked for a message %s is told', (_, said, app) => {
  const origin = JSON.stringify(said)
  expect(readMessageApp({ name: null, origin })).toEqual(app)
})

test.each([null, '', 'plain text', '7'])(
  'where the origin is %j the name of the gateway is left',
  (origin) => {
    expect(readMessageApp({ name: 'Swap', origin })).toEqual({ name: 'Swap' })
    expect(readMessageApp({ name: null, origin })).toBeUndefined()
  },
)
