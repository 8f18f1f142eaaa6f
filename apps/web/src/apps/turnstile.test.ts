import { expect, test } from 'vitest'
import { CrowdedError, createTurnstile } from './turnstile.js'

test('so many pass at once, so many wait in their order, the rest is sent away', async () => {
  const pass = createTurnstile({ atOnce: 2, waiting: 2 })
  const begun: number[] = []
  const ends = new Map<number, () => void>()
  const asked = [0, 1, 2, 3, 4].map((number) =>
    pass(async () => {
      begun.push(number)
      await new Promise<void>((resolve) => ends.set(number, resolve))
      return number
    }),
  )
  await expect(asked[4]).rejects.toThrow(CrowdedError)
  expect(begun).toEqual([0, 1])
  ends.get(1)?.()
  expect(await asked[1]).toBe(1)
  expect(begun).toEqual([0, 1, 2])
  for (const number of [0, 2]) {
    ends.get(number)?.()
    await asked[number]
  }
  ends.get(3)?.()
  expect(await Promise.all(asked.slice(0, 4))).toEqual([0, 1, 2, 3])
})

test('one that fails makes room as well', async () => {
  const pass = createTurnstile({ atOnce: 1, waiting: 1 })
  const fail = async () => {
    throw new TypeError('no')
  }
  await Promise.allSettled([pass(fail), pass(fail)])
  expect(await pass(async () => 'through')).toBe('through')
})
