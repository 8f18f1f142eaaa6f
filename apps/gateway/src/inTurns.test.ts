import { expect, test } from 'vitest'
import { inTurns } from './inTurns.js'

function workFor(milliseconds: number): void {
  const end = performance.now() + milliseconds
  while (performance.now() < end);
}

test('lets others in between what takes long, and keeps the order', async () => {
  const turns: string[] = []
  setImmediate(() => turns.push('another'))
  const results = await inTurns([1, 2, 3], (item) => {
    workFor(30)
    turns.push(`item ${item}`)
    return 10 * item
  })
  expect(results).toEqual([10, 20, 30])
  expect(turns).toEqual(['item 1', 'another', 'item 2', 'item 3'])
})
