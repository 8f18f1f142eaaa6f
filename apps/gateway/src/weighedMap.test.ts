import { expect, test } from 'vitest'
import { createWeighedMap } from './weighedMap.js'

test('what was put first makes room for what comes', () => {
  const map = createWeighedMap<string>(3_000)
  map.set('one', '1', 1_000)
  map.set('two', '2', 1_000)
  map.set('three', '3', 1_000)
  expect([map.get('one'), map.get('two'), map.get('three')]).toEqual([
    ...[undefined, '2', '3'],
  ])
  // What is put again is the newest, with its new weight.
  map.set('two', '2', 10)
  map.set('four', '4', 1_000)
  expect([map.get('two'), map.get('three'), map.get('four')]).toEqual([
    ...['2', '3', '4'],
  ])
})

test('what is too heavy alone is not remembered', () => {
  const map = createWeighedMap<string>(3_000)
  map.set('one', '1', 100)
  map.set('large', '2', 3_000)
  expect(map.get('large')).toBe(undefined)
  map.set('two', '2', 100)
  expect(map.get('two')).toBe('2')
})

test('what was removed weighs nothing', () => {
  const map = createWeighedMap<string>(1_000)
  map.set('one', '1', 500)
  map.delete('one')
  map.delete('one')
  map.set('two', '2', 500)
  map.clear()
  map.set('three', '3', 500)
  expect(map.get('three')).toBe('3')
})
