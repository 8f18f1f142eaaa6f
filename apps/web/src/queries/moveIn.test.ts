import type { Moved } from '@covault/api'
import { expect, test } from 'vitest'
import { addMoved } from './moveIn.js'

const part = (taken: number, lines: string[], more: boolean): Moved => ({
  counts: [
    { kind: 'Transactions', taken, known: 1, refused: lines.length, left: 0 },
  ],
  refused: lines,
  left: [],
  more,
  stopped: more ? 'There is more.' : null,
})

test('adds up the parts of one move, and ends as the last one does', () => {
  const moved = addMoved(part(3, ['a'], true), part(2, ['a', 'b'], false))
  expect(moved).toEqual({
    counts: [{ kind: 'Transactions', taken: 5, known: 2, refused: 3, left: 0 }],
    refused: ['a', 'b'],
    left: [],
    more: false,
    stopped: null,
  })
})
