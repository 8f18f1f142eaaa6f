import { expect, test } from 'vitest'
import { writeThreshold } from './threshold.js'

test('one owner is not one of several', () => {
  expect(writeThreshold(1)).toBe(
    'There is one owner, so one signature is enough.',
  )
  expect(writeThreshold(2)).toBe('How many of the 2 owners must sign.')
})
