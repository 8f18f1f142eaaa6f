import { brotliCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { findTraces } from './findTraces.mjs'

const now = new Date('2031-03-05T12:00:00Z')
const find = (text, name = 'a.js', write = Buffer.from) =>
  findTraces(new Map([[name, { content: write(text) }]]), {
    place: '/somewhere/built',
    machine: 'builder-7',
    now,
  })

test.each([
  '2031-03-05T01:02:03Z',
  '2031/03/05',
  '03/05/2031',
  '05.03.2031',
  'Wed, 05 Mar 2031 01:02:03 GMT',
  'Wed Mar 05 2031 01:02:03 GMT+0000',
  'Mar  5 2031',
  'March 4, 2031'.replace('March', 'Mar'),
  '6 Mar 2031',
])('finds the day of the build in %s', (text) => {
  const words = ['a.js holds the date of the build.']
  expect(find(`made on ${text}.`)).toEqual(words)
})

test('finds the folder and the machine, in compressed files, too', () => {
  const text = 'from /somewhere/built on builder-7'
  const found = ['names the folder.', 'names the machine.']
  expect(find(text)).toEqual(found.map((words) => `a.js ${words}`))
  expect(find(text, 'a.js.br', brotliCompressSync)).toEqual(
    found.map((words) => `a.js.br ${words}`),
  )
})

test('another day is no trace of the build', () => {
  expect(find('2031-03-01, Tue, 05 Mar 2030, Mar 15 2031')).toEqual([])
})
