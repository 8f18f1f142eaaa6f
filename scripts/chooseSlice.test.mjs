import { expect, test } from 'vitest'
import { chooseSlice, groupByStart } from './chooseSlice.mjs'

const tests = [
  ...Array.from({ length: 40 }, (_, at) => ({
    kind: 'unit',
    file: `apps/gateway/src/${at % 4}.test.ts`,
    title: `unit ${at} @full`,
  })),
  ...Array.from({ length: 60 }, (_, at) => ({
    kind: 'e2e',
    file: `e2e/${at % 20}.spec.ts`,
    title: `journey ${at} @full`,
  })),
]
const choose = (tip) => chooseSlice(tests, { tip, seconds: 210 })

test('the same tip chooses the same tests, another tip others', () => {
  expect(choose('a')).toEqual(choose('a'))
  expect(choose('a').chosen).not.toEqual(choose('b').chosen)
})

test('what is chosen fits into the time, and the rest is told', () => {
  for (let tip = 0; tip < 50; tip++) {
    const { chosen, left, spent } = choose(String(tip))
    expect(spent).toBeLessThanOrEqual(210)
    expect(chosen.length).toBeGreaterThan(0)
    expect(new Set([...chosen, ...left])).toEqual(new Set(tests))
  }
})

test('in time every test that fits is chosen', () => {
  const seen = new Set()
  for (let tip = 0; tip < 300; tip++)
    for (const { title } of choose(String(tip)).chosen) seen.add(title)
  expect(seen.size).toBe(tests.length)
})

test('a file of unit tests starts once, and all journeys together, last', () => {
  const groups = groupByStart(tests)
  expect(groups).toHaveLength(5)
  expect(groups.at(-1)?.every(({ kind }) => kind === 'e2e')).toBe(true)
})
