import { beforeEach, expect, test } from 'vitest'
import {
  acceptOrigin,
  addCustomApp,
  findAnswer,
  forgetOrigin,
  removeCustomApp,
  safeAppPreferences,
  saveAnswer,
  togglePin,
} from './safeApps.js'

const origin = 'https://app.example'
const app = { url: `${origin}/swap`, name: 'Swap', description: 'Swaps.' }
const read = () => safeAppPreferences.read()

beforeEach(() => localStorage.clear())

test('an app is added once, pinned, and removed with its pin', () => {
  addCustomApp(app)
  addCustomApp({ ...app, name: 'Swap 2' })
  togglePin(app.url)
  expect(read()).toMatchObject({
    custom: [{ url: app.url, name: 'Swap 2' }],
    pinned: [app.url],
  })
  removeCustomApp(app.url)
  expect(read()).toMatchObject({ custom: [], pinned: [] })
})

test('the last answer to an origin holds, for that origin alone', () => {
  const what = 'requestAddressBook'
  saveAnswer({ origin, what, isGranted: true, at: 1 })
  saveAnswer({ origin, what, isGranted: false, at: 2 })
  expect(findAnswer(read(), { origin, what })?.isGranted).toBe(false)
  const evil = { origin: `${origin}.evil.test`, what }
  expect(findAnswer(read(), evil)).toBeUndefined()
})

test('taking back forgets an origin as if it had never been seen', () => {
  acceptOrigin(origin)
  acceptOrigin('https://other.example')
  saveAnswer({ origin, what: 'fullscreen', isGranted: true, at: 1 })
  forgetOrigin(origin)
  expect(read()).toMatchObject({
    accepted: ['https://other.example'],
    answers: [],
  })
})
