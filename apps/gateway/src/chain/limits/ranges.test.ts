import { expect, test } from 'vitest'
import { growRange, rememberRefusal } from './ranges.js'

/** Asks as often as told, and halves what is refused, as `fetchLogsOfRange` does. */
function search(
  endpoint: `0x${string}`,
  parameters: {
    first: bigint
    times: number
    isContent: boolean
    limitAt(time: number): bigint
  },
) {
  const { first, times, isContent, limitAt } = parameters
  let size = first
  let refused = 0
  const answered: bigint[] = []
  for (let time = 0; time < times; time++) {
    while (size > limitAt(time)) {
      rememberRefusal(endpoint, { size, allowed: undefined, isContent })
      refused++
      size /= 2n
    }
    answered.push(size)
    size = growRange(endpoint, { size, tookMs: 1 })
  }
  return { answered, refused }
}

test('finds how many blocks a node searches at once, and then is refused no more', () => {
  const limitAt = () => 10_000n
  const question = { first: 2_000n, isContent: false, limitAt }
  const { answered, refused } = search('0x01', { ...question, times: 60 })
  expect(refused).toBeLessThan(12)
  expect(answered.at(-1)).toBeGreaterThan(9_400n)
  const again = { ...question, first: answered.at(-1) ?? 0n, times: 100 }
  expect(search('0x01', again).refused).toBe(0)
})

test('asks for less where much lies in the blocks, and for more again after them', () => {
  const limitAt = (time: number) => (time < 50 ? 500n : 100_000n)
  const question = { first: 2_000n, times: 100, isContent: true, limitAt }
  const { answered, refused } = search('0x02', question)
  expect(refused).toBeLessThan(20)
  expect(answered.at(-1)).toBe(100_000n)
})
