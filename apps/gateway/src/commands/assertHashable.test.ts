import { hashMessageContent } from '@covault/protocol'
import { expect, test } from 'vitest'
import { assertHashable } from './assertHashable.js'

type Fields = { name: string; type: string }[]

const say = (
  types: Record<string, Fields>,
  message: object,
  domain: object = { name: 'x' },
) => ({
  domain: { ...domain },
  types,
  primaryType: 'M',
  message: { ...message },
})
const field = (type: string, name = 'a') => ({ name, type })
const fill = <value>(count: number, value: value): value[] =>
  Array.from({ length: count }, () => value)
const distinct = (count: number, type: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => field(type(at), `f${at}`))
const empties = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`B${at}`, []]))

/** Each level names the next one ten times. */
function tenfold(name: string, message: object) {
  const levels = Array.from({ length: 8 }, (_, at): [string, Fields] => [
    `A${at}`,
    fill(10, field(`A${at + 1}`, name)),
  ])
  const types = { ...Object.fromEntries(levels), A8: [], M: [field('A0')] }
  return say(types, message)
}

const longName = `A${'b'.repeat(16_000)}`
const tooMuch = 'too many or too long to hash'

test.each([
  [
    'a field named several times',
    tenfold('a', { a: { a: { a: {} } } }),
    'two fields of the same name',
  ],
  [
    'names that every object has',
    say(
      { M: [field('A', 'toString')], A: [field('B', 'toString')], B: [] },
      {},
    ),
    'no value for a field',
  ],
  [
    'the text of a long type for each value',
    say(
      { M: [field(`${longName}[]`)], [longName]: [] },
      { a: fill(5_000, {}) },
    ),
    tooMuch,
  ],
  [
    'values that are no records',
    say(
      {
        ...empties(100),
        ...{ M: [field('A[]')], A: distinct(100, (at) => `B${at}`) },
      },
      { a: fill(300, 0) },
    ),
    'not an object, but its type is a struct',
  ],
  [
    'lists that are records',
    say({ M: [field('A')], A: [field('uint256', 'length')] }, { a: [1] }),
    'not an object, but its type is a struct',
  ],
  [
    'a long domain',
    say(
      { EIP712Domain: [field('string[]', 'name')], M: [] },
      {},
      { name: fill(20_000, '') },
    ),
    tooMuch,
  ],
  [
    'a list of plain values',
    say({ M: [field('string[]')] }, { a: fill(20_000, '') }),
    tooMuch,
  ],
  [
    'a list of empty lists',
    say({ M: [field('bytes[][]')] }, { a: fill(15_000, []) }),
    tooMuch,
  ],
  [
    'many types and values',
    say(
      {
        ...empties(110),
        ...{ M: [field('A[]')], A: distinct(110, (at) => `B${at}[]`) },
      },
      {
        a: fill(
          220,
          Object.fromEntries(
            distinct(110, () => '').map(({ name }) => [name, []]),
          ),
        ),
      },
    ),
    tooMuch,
  ],
  [
    'types that refer to one another in a long row',
    say(
      {
        ...Object.fromEntries(
          Array.from({ length: 1_500 }, (_, at): [string, Fields] => [
            `A${at}`,
            [field(`A${at + 1}[]`)],
          ]),
        ),
        ...{ A1500: [], M: distinct(1_500, (at) => `A${at}`) },
      },
      Object.fromEntries(
        distinct(1_500, () => '').map(({ name }) => [name, { a: [] }]),
      ),
    ),
    tooMuch,
  ],
  // Hashing reads so many characters of what has a length.
  [
    'a length without a text',
    say({ M: [field('string')] }, { a: { length: 4e9 } }),
    'a list or an object, but its type is a plain value',
  ],
  [
    'a record where a list is due',
    say({ M: [field('string[]')] }, { a: { length: 4e9 } }),
    'not a list, but its type is',
  ],
])('refuses %s without hashing it', (_, content, words) => {
  expect(() => assertHashable(content)).toThrow(words)
})

test('lets pass what people are asked to sign', () => {
  const order = {
    M: [field('Order[]', 'orders'), field('string', 'note')],
    Order: [...distinct(8, () => 'uint256'), field('Item[]', 'items')],
    Item: [field('address', 'token'), field('bytes', 'data')],
  }
  const item = { token: `0x${'11'.repeat(20)}`, data: '0x1234' }
  const values = distinct(8, () => '').map(({ name }) => [name, '1'])
  const orders = fill(40, {
    ...Object.fromEntries(values),
    items: [item, item],
  })
  const all = [
    'A text.',
    say(order, { orders, note: 'x'.repeat(60_000) }),
    say({ M: [] }, {}, {}),
    { ...say({ M: [] }, {}), primaryType: 'EIP712Domain' },
  ]
  for (const content of all) {
    expect(() => assertHashable(content)).not.toThrow()
    expect(() => hashMessageContent(content)).not.toThrow()
  }
})
