// @vitest-environment node
import { expect, test } from 'vitest'
import type { SentExecution } from '../../preferences/sentExecutions.js'
import { followExecution } from './followExecution.js'

const sent: SentExecution = {
  chainId: 31337,
  safe: '0x056872b23d43b6a69f1dad82E2E9F0a18Fd1B4D6',
  safeTxHash: `0x${'11'.repeat(32)}`,
  nonce: 4n,
  transactionHash: `0x${'22'.repeat(32)}`,
  from: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  senderNonce: 7,
  to: '0x056872b23d43b6a69f1dad82E2E9F0a18Fd1B4D6',
  data: '0x1234',
  description: 'Execute nonce 4',
  at: 1000,
}

test('remembers the block while the gateway has not told of it', () => {
  const mined = { status: 'indexing', block: 9n, isSuccess: true } as const
  expect(followExecution(sent, mined, 2000)).toEqual({
    record: { ...sent, block: 9n },
  })
})

test('tells of a success once, and lets it go a minute later', () => {
  const success = { status: 'success', block: 9n } as const
  const first = followExecution({ ...sent, block: 9n }, success, 2000)
  expect(first.record).toEqual({ ...sent, block: 9n, succeededAt: 2000 })
  expect(first.news?.text).toBe('Nonce 4 was executed in block 9.')
  const record = first.record ?? sent
  expect(followExecution(record, success, 50_000)).toEqual({ record })
  expect(followExecution(record, success, 63_000)).toEqual({
    record: undefined,
  })
})

test('goes back to waiting when its block is replaced, and says so', () => {
  const over = { ...sent, block: 9n, succeededAt: 2000 }
  const gone = { status: 'processing', isLost: false } as const
  expect(followExecution(over, gone, 3000)).toEqual({
    record: sent,
    news: {
      kind: 'error',
      text: 'Nonce 4: block 9 was replaced. The transaction is waiting for a block again.',
    },
  })
  expect(followExecution(sent, gone, 3000)).toEqual({ record: sent })
})

test('ends with the reason where it failed or lost its place', () => {
  const failed = { status: 'failed', block: 9n, reason: 'GS013' } as const
  expect(followExecution(sent, failed, 3000)).toEqual({
    record: undefined,
    news: { kind: 'error', text: 'Nonce 4 was mined and failed: GS013' },
  })
  for (const isNonceUsed of [true, false]) {
    const step = followExecution(sent, { status: 'replaced', isNonceUsed }, 0)
    expect(step.record).toBeUndefined()
    expect(step.news?.kind).toBe('error')
  }
})

test('keeps the alarm of something else that was mined', () => {
  const different = { status: 'different', block: 9n } as const
  expect(followExecution(sent, different, 1e9)).toEqual({ record: sent })
})
