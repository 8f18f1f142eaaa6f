import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Answers, createAnswers, type Keep } from './answers.js'

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

test('keeps no more than it may, and makes the rest again', async () => {
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

/** Anyone who tells what changes, and how often that was asked. */
async function listen(hear: () => Promise<void> = async () => undefined) {
  const heard = vi.fn(hear)
  answers.keepBy(heard)
  // The first answer has it asked for.
  await answers.share({ ...place, request: '/first' }, make)
  await vi.advanceTimersByTimeAsync(0)
  made = 0
  return heard
}

const keepIt = async (keep: Keep) => {
  keep()
  return make()
}
const askKept = async (makeIt = keepIt) =>
  String(await answers.share(place, makeIt))

test('what rows tell of is kept until the safe or its chain changes', async () => {
  await listen()
  await askKept()
  await vi.advanceTimersByTimeAsync(30_000)
  expect(await askKept()).toBe('answer 1')
  answers.forgetSafe(1, safe)
  expect(await askKept()).toBe('answer 2')
  await vi.advanceTimersByTimeAsync(30_000)
  expect(await askKept()).toBe('answer 2')
  answers.forgetChain(1)
  expect(await askKept()).toBe('answer 3')
})

test('what is true at a block is kept until the next', async () => {
  await listen()
  answers.noteBlock(1, '0x01')
  const keepBlock = async (keep: Keep) => {
    keep({ block: '0x01' })
    return make()
  }
  await askKept(keepBlock)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(await askKept(keepBlock)).toBe('answer 1')
  answers.noteBlock(1, '0x02')
  expect(await askKept(keepBlock)).toBe('answer 2')
})

test('nothing is kept where nobody tells what changes, or before they do', async () => {
  await askKept()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await askKept()).toBe('answer 2')
  answers.keepBy(async () => undefined)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await askKept()).toBe('answer 3')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await askKept()).toBe('answer 4')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await askKept()).toBe('answer 4')
})

test('anyone who asks after a second is told what changed until then', async () => {
  let isChanged = false
  const heard = await listen(async () => {
    if (isChanged) answers.forgetSafe(1, safe)
  })
  await askKept()
  isChanged = true
  await vi.advanceTimersByTimeAsync(2_000)
  const count = heard.mock.calls.length
  expect(await askKept()).toBe('answer 2')
  expect(heard).toHaveBeenCalledTimes(count + 1)
})

test('many who ask have it heard once', async () => {
  const heard = await listen()
  await askKept()
  await vi.advanceTimersByTimeAsync(2_000)
  const count = heard.mock.calls.length
  await Promise.all(Array.from({ length: 20 }, () => askKept()))
  expect(heard).toHaveBeenCalledTimes(count + 1)
  expect(made).toBe(1)
})

test('anyone who joins a hearing that takes long has it heard once more', async () => {
  const ends: (() => void)[] = []
  let isSlow = false
  const heard = await listen(async () => {
    if (isSlow) await new Promise<void>((resolve) => ends.push(resolve))
  })
  await askKept()
  isSlow = true
  await vi.advanceTimersByTimeAsync(2_000)
  const first = askKept()
  await vi.advanceTimersByTimeAsync(1_500)
  const second = askKept()
  const count = heard.mock.calls.length
  isSlow = false
  for (const end of ends) end()
  await Promise.all([first, second])
  expect(heard).toHaveBeenCalledTimes(count + 1)
})

test('an answer is made again where nobody could be heard', async () => {
  let isAway = false
  await listen(async () => {
    if (isAway) throw new Error('away')
  })
  await askKept()
  isAway = true
  await vi.advanceTimersByTimeAsync(2_000)
  expect(await askKept()).toBe('answer 2')
})

test('a replica is asked once it is known what it lacks', async () => {
  answers.stop()
  const said: string[] = []
  answers = createAnswers({
    async read(_place, work) {
      said.push('read')
      return work()
    },
    changed: () => said.push('changed'),
  })
  let isChanged = false
  await listen(async () => {
    if (isChanged) answers.forgetSafe(1, safe)
  })
  await vi.advanceTimersByTimeAsync(2_000)
  isChanged = true
  said.length = 0
  await Promise.all([ask(), ask()])
  expect(said).toEqual(['changed', 'read'])
  expect(made).toBe(1)
  await vi.advanceTimersByTimeAsync(2_000)
  said.length = 0
  expect(await answers.read(undefined, async () => 'of any')).toBe('of any')
  expect(said).toEqual(['changed', 'read'])
})

test('nothing is kept for longer than a minute, or than its maker says', async () => {
  await listen()
  await askKept()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await askKept()).toBe('answer 2')
  answers.forgetSafe(1, safe)
  const keepBriefly = async (keep: Keep) => {
    keep({ mostMs: 20_000 })
    return make()
  }
  await askKept(keepBriefly)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await askKept(keepBriefly)).toBe('answer 3')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await askKept(keepBriefly)).toBe('answer 4')
})

test('of one safe no more is kept than it may have', async () => {
  await listen()
  const put = (request: string) =>
    answers.share({ ...place, request }, async (keep) => {
      keep()
      made++
      return Buffer.alloc(600 * 1024)
    })
  await put('/one')
  await put('/two')
  await vi.advanceTimersByTimeAsync(2_000)
  await put('/one')
  expect(made).toBe(2)
  await put('/two')
  expect(made).toBe(3)
})
