import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Answers, createAnswers } from './answers.js'

const safe = '0x056872b23d43b6a69f1dad82E2E9F0a18Fd1B4D6'
const place = { chainId: 1, safe, request: '/queue' } as const
let answers: Answers
let made: number

beforeEach(() => {
  vi.useFakeTimers()
  answers = createAnswers()
  made = 0
})
afterEach(() => {
  answers.stop()
  vi.useRealTimers()
})

const make = async () => {
  made++
  return Buffer.from(`answer ${made}`)
}
const ask = async (makeIt = make) => String(await answers.share(place, makeIt))

test('many who ask at the same time share one answer', async () => {
  const all = await Promise.all(Array.from({ length: 20 }, () => ask()))
  expect(new Set(all)).toEqual(new Set(['answer 1']))
})

test('an answer is forgotten after a second', async () => {
  await ask()
  vi.advanceTimersByTime(1_000)
  expect(await ask()).toBe('answer 2')
})

test('a change of the safe or of its chain forgets its answers only', async () => {
  await ask()
  answers.forgetSafe(2, safe)
  expect(await ask()).toBe('answer 1')
  answers.forgetSafe(1, safe)
  expect(await ask()).toBe('answer 2')
  answers.forgetChain(1)
  expect(await ask()).toBe('answer 3')
})

test('an answer that was under way when the safe changed is not kept', async () => {
  let finish = (_body: Buffer<ArrayBuffer>) => {}
  const slow = ask(
    () =>
      new Promise((resolve) => {
        finish = resolve
      }),
  )
  answers.forgetSafe(1, safe)
  const fresh = ask()
  finish(Buffer.from('old'))
  expect(await slow).toBe('old')
  expect(await fresh).toBe('answer 1')
  expect(await ask()).toBe('answer 1')
})

test('a failure is told to who waits, and tried again by the next', async () => {
  const fail = async () => {
    throw new Error('away')
  }
  await expect(ask(fail)).rejects.toThrow('away')
  expect(await ask()).toBe('answer 1')
})

test('keeps no more than it may, and makes the rest anew', async () => {
  const large = async () => {
    made++
    return Buffer.alloc(20 * 1024 * 1024)
  }
  const put = (request: string) => answers.share({ ...place, request }, large)
  await put('/one')
  await put('/two')
  await put('/one')
  expect(made).toBe(2)
  await put('/two')
  expect(made).toBe(3)
})
