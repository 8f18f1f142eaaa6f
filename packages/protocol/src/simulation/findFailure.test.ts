import { expect, test } from 'vitest'
import { findFailure } from './findFailure.js'

test('is silent about a simulation that succeeds', () => {
  expect(findFailure({ status: 'success' })).toEqual([])
})

test.each(['failed', 'reverted'] as const)(
  'makes a danger of one that %s, with what will come of it',
  (status) => {
    expect(findFailure({ status, path: [2] })).toMatchObject([
      {
        id: 'would-fail',
        severity: 'danger',
        path: [2],
        consequence: [
          expect.stringMatching(/^This transaction would fail now/),
        ],
      },
    ])
  },
)
