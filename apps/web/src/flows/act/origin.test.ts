import { expect, test } from 'vitest'
import { toOrigin } from './origin.js'

const url = 'https://app.example/swap'

/** As the gateway stores it. */
function write(origin: string | null): string {
  return JSON.stringify({ note: null, ...JSON.parse(origin ?? '{}') })
}

test('says nothing of what comes from here without a note', () => {
  expect(toOrigin({})).toBeNull()
})

test('says the app and the note', () => {
  expect(toOrigin({ url, name: 'App', note: 'Rent' })).toBe(
    JSON.stringify({ url, name: 'App', note: 'Rent' }),
  )
})

test('leaves out the name of an app before anything of the note', () => {
  const name = 'A'.repeat(100)
  const note = 'n'.repeat(60)
  expect(toOrigin({ url, name, note })).toBe(JSON.stringify({ url, note }))
})

test.each(['n'.repeat(4000), '“\n'.repeat(2000), '💶'.repeat(2000)])(
  'cuts a note that the gateway would refuse',
  (note) => {
    for (const fields of [{ note }, { url, name: 'App', note }]) {
      const origin = toOrigin(fields)
      expect(write(origin).length).toBeLessThanOrEqual(200)
      expect(write(origin).length).toBeGreaterThan(190)
      expect(note.startsWith(JSON.parse(origin ?? '').note)).toBe(true)
    }
  },
)

test('leaves out an address that is too long by itself', () => {
  const long = `${url}/${'a'.repeat(300)}`
  expect(toOrigin({ url: long, name: 'App' })).toBeNull()
  expect(toOrigin({ url: long, name: 'App', note: 'Rent' })).toBe(
    JSON.stringify({ note: 'Rent' }),
  )
})
