import { expect, test } from 'vitest'
import { createChainStates } from './chainStates.js'

test('lets a few follow one after the other, and the rest go without', async () => {
  const { inTurn } = createChainStates()
  let running = 0
  let most = 0
  let done = 0
  const work = async () => {
    most = Math.max(most, ++running)
    await new Promise((resolve) => setImmediate(resolve))
    running--
    done++
  }
  await Promise.all(Array.from({ length: 100 }, () => inTurn(work)))
  expect({ most, done }).toEqual({ most: 1, done: 20 })
})

test('a failure is told to the caller that had the turn, and the next one goes on', async () => {
  const { inTurn } = createChainStates()
  const failing = inTurn(async () => {
    throw new Error('full')
  })
  let done = 0
  const next = inTurn(async () => done++)
  await expect(failing).rejects.toThrow('full')
  await next
  expect(done).toBe(1)
})
