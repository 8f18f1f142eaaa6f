import fc from 'fast-check'
import { padHex, toHex } from 'viem'
import { expect, test } from 'vitest'
import type { ChainLog } from '../chain/fetchLogs.js'
import { type FetchedSpan, splitSpan } from './fetchSpan.js'

const hash = padHex('0x01', { size: 32 })

function toLog(blockNumber: bigint, logIndex: number): ChainLog {
  return {
    address: padHex('0x01', { size: 20 }),
    topics: [],
    data: toHex(logIndex),
    blockNumber,
    blockHash: hash,
    transactionHash: hash,
    transactionIndex: 0,
    logIndex,
    time: 0,
  }
}

test('the steps of an answer hold every log once and every block of the span, latest first and whole', () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat({ max: 40 })),
      fc.integer({ min: 1, max: 10 }),
      (numbers, logsPerStep) => {
        const logs = numbers
          .sort((a, b) => a - b)
          .map((number, index) => toLog(BigInt(number), index))
        let left: FetchedSpan | undefined = {
          logs,
          span: { from: 0n, to: 50n },
          epoch: 7n,
        }
        const steps: FetchedSpan[] = []
        while (left) {
          const { upper, lower } = splitSpan(left, { logsPerStep })
          steps.unshift(upper)
          left = lower
        }
        expect(steps.flatMap((step) => step.logs)).toEqual(logs)
        expect(steps.at(-1)?.span.to).toBe(50n)
        for (const [index, step] of steps.entries()) {
          const { span, epoch } = step
          expect(span.from).toBe((steps[index - 1]?.span.to ?? -1n) + 1n)
          expect(epoch).toBe(7n)
          for (const { blockNumber } of step.logs)
            expect(blockNumber >= span.from && blockNumber <= span.to).toBe(
              true,
            )
          // Without its lowest block it would be too few.
          const above = step.logs.filter(
            ({ blockNumber }) => blockNumber !== step.logs[0]?.blockNumber,
          )
          expect(above.length).toBeLessThan(logsPerStep)
        }
      },
    ),
  )
})
