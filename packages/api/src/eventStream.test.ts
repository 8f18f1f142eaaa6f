import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createStreamReader } from './eventStream.js'

const stream = [
  ': hello\n\n',
  'event: queue\nid: 7\ndata: {"a":1}\n\n',
  'data: one\r\ndata:two\r\n\r\n',
  'id\nevent: safe\rdata\r\r',
  'event: nothing\n\n',
  'retry: 5\ndata:  spaced\nunknown: x\n\n',
  'data: unfinished',
].join('')

const messages = [
  { event: 'queue', data: '{"a":1}', id: '7' },
  { event: 'message', data: 'one\ntwo', id: '7' },
  { event: 'safe', data: '', id: '' },
  { event: 'message', data: ' spaced', id: '' },
]

test('reads fields, comments and all line ends', () => {
  expect(createStreamReader()(stream)).toEqual(messages)
})

test('reads the same wherever the stream is cut', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: stream.length })), (cuts) => {
      const places = [0, ...cuts.sort((a, b) => a - b), stream.length]
      const read = createStreamReader()
      const found = places
        .slice(1)
        .flatMap((end, index) => read(stream.slice(places[index], end)))
      expect(found).toEqual(messages)
    }),
  )
})

const dropped = { event: 'message', data: '' }

test('forgets a line that never ends', () => {
  const read = createStreamReader()
  for (let index = 0; index < 100; index += 1) read('x'.repeat(10_000))
  expect(read('\n\ndata: after\n\n')).toEqual([
    { ...dropped, id: '' },
    { event: 'message', data: 'after', id: '' },
  ])
})

test('takes no end of a long line for a line of its own', () => {
  for (const end of ['\n', '\r', '\r\n']) {
    const read = createStreamReader()
    read(`i${'x'.repeat(70_000)}`)
    read('d: 13')
    read('\r')
    expect(read(`id: 4${end}data: x${end}${end}:`)).toMatchObject([
      { data: '', id: '4' },
    ])
  }
})

test('drops a message that is too long whole, and reads the next', () => {
  const read = createStreamReader()
  const half = 'x'.repeat(40_000)
  expect(read(`data: ${half}`)).toEqual([])
  expect(read(half)).toEqual([])
  expect(read('tail\n')).toEqual([])
  expect(read('\ndata: next\n\n')).toEqual([
    { ...dropped, id: '' },
    { event: 'message', data: 'next', id: '' },
  ])
  const lines = `data: ${'y'.repeat(30_000)}\n`.repeat(3)
  expect(read(`${lines}\ndata: after\n\n`)).toEqual([
    { ...dropped, id: '' },
    { event: 'message', data: 'after', id: '' },
  ])
})

test('keeps the id of a message it drops, wherever the id stands', () => {
  const read = createStreamReader()
  const long = `data: ${'x'.repeat(70_000)}\n`
  expect(read(`${long}id: 8\n\n`)).toEqual([{ ...dropped, id: '8' }])
  expect(read(`id: 9\n${long}\n`)).toEqual([{ ...dropped, id: '9' }])
  expect(read('id: 10\n\n')).toEqual([
    { event: 'message', data: null, id: '10' },
  ])
})

test('does not take comments for a part of a message', () => {
  const read = createStreamReader()
  const comments = `: ${'x'.repeat(1000)}\n`.repeat(100)
  expect(read(`${comments}data: x\n\n`)).toMatchObject([{ data: 'x' }])
})

test.each(['€1', 'a b', 'x'.repeat(257), '\u0000'])(
  'forgets the id %j, which no header can carry',
  (id) => {
    const read = createStreamReader()
    const [message] = read(`id: 5\nid: ${id}\ndata: x\n\n`)
    expect(message?.id).toBe('5')
  },
)
