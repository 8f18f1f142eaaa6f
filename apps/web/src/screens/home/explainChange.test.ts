import { expect, test } from 'vitest'
import { explainChange } from './explainChange.js'

const point = (value: string | null, incoming = '0', outgoing = '0') => ({
  at: 0,
  value,
  incoming,
  outgoing,
})

test('tells what was deposited from what was gained', () => {
  const points = [
    point(null, '5'),
    point('100', '100'),
    point('300.5', '180'),
    point('280.5', '0', '30'),
  ]
  expect(explainChange(points)).toEqual({
    from: 100_00n,
    difference: 180_50n,
    moved: 150_00n,
    gained: 30_50n,
  })
})

test('knows of no change where nothing has a value', () => {
  expect(explainChange([point(null, '5')])).toEqual({
    from: 0n,
    difference: 0n,
    moved: 0n,
    gained: 0n,
  })
})
