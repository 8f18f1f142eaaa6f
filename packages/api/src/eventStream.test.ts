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

test('forgets most of a line that never ends', () => {
  const read = createStreamReader()
  for (let index = 0; index < 100; index += 1) read('x'.repeat(10_000))
  const [message] = read('\n\ndata: after\n\n')
  expect(message?.data).toBe('after')
})

test('drops a message that is too long whole, and reads the next', () => {
  const read = createStreamReader()
  const half = 'x'.repeat(40_000)
  expect(read(`data: ${half}`)).toEqual([])
  expect(read(half)).toEqual([])
  expect(read('tail\n')).toEqual([])
  expect(read('\ndata: next\n\n')).toEqual([
    { event: 'message', data: 'next', id: '' },
  ])
  const lines = `data: ${'y'.repeat(30_000)}\n`.repeat(3)
  expect(read(`${lines}\ndata: after\n\n`)).toEqual([
    { event: 'message', data: 'after', id: '' },
  ])
})

test('forgets an id that no header can carry', () => {
  const read = createStreamReader()
  const [message] = read('id: 5\nid: €1\ndata: x\n\n')
  expect(message?.id).toBe('5')
})
