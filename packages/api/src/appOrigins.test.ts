import { expect, test } from 'vitest'
import { readAppOrigins } from './appOrigins.js'

const host = 'safe.example'
const read = (url: string) => readAppOrigins(url, { host })
const none = { connect: undefined, frame: undefined }
const app = 'https://app.example'

test('the document of an app may frame and read exactly its origin', () => {
  expect(read(`/apps/open?safe=eth:0x1&appUrl=${app}/a/b?c=d`)).toEqual({
    connect: app,
    frame: app,
  })
  expect(read('/apps/open/?appUrl=http%3A%2F%2F127.0.0.1%3A4403')).toEqual({
    connect: 'http://127.0.0.1:4403',
    frame: 'http://127.0.0.1:4403',
  })
})

test.each(['/apps/custom', '/share/safe-app'])(
  '%s reads what the app says, and frames nothing',
  (path) => {
    expect(read(`${path}?appUrl=${app}`)).toEqual({
      connect: app,
      frame: undefined,
    })
  },
)

test.each([
  '//',
  '///',
  '//[',
  '//a:b',
  '//apps/open',
  '/\\:99999999',
  '/\\[',
  '/\\a:b@c:d',
  '/\\\\[x',
  '/\\apps/open',
  '/\t/[',
  '*',
  ':99999999/apps/open',
  'http://safe.example:99999999/apps/open',
  '/',
  '/apps',
  '/home',
  '/apps/open/more',
  '/APPS/open',
])('%s allows nothing', (path) => {
  expect(read(`${path}?appUrl=${app}`)).toEqual(none)
})

test.each([
  ['no address', '/apps/open'],
  ['two addresses', `/apps/open?appUrl=${app}&appUrl=https://b.example`],
  ['http elsewhere', '/apps/open?appUrl=http://app.example'],
  ['a script', '/apps/open?appUrl=javascript:alert(1)'],
  ['data', '/apps/open?appUrl=data:text/html,x'],
  ['a wildcard', '/apps/open?appUrl=https://*.example'],
  ['our own origin', `/apps/open?appUrl=https://${host}/apps`],
  ['what would end the directive', "/apps/open?appUrl=x;script-src 'self' *"],
  ['an empty one', '/apps/open?appUrl='],
])('%s is refused', (_, url) => {
  expect(read(url)).toEqual(none)
})

test('what a hostile address holds besides never reaches the policy', () => {
  const { frame } = read(
    `/apps/open?appUrl=${encodeURIComponent("https://a.example/;script-src *; x 'unsafe-inline'")}`,
  )
  expect(frame).toBe('https://a.example')
})
