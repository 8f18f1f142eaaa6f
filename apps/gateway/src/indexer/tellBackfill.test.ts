import type { Address } from 'viem'
import { expect, test, vi } from 'vitest'
import { factoryCoverage } from '../store/watches.js'
import type { BackfillStep } from './backfill.js'
import { tellBackfill } from './tellBackfill.js'

const safe: Address = '0x0000000000000000000000000000000000005afe'
const cover = (address: Address, from: bigint): BackfillStep => ({
  type: 'covered',
  safes: [address],
  span: { from, to: from + 9n },
  rows: 0,
})

test('the log tells now and then how far the past is read, and once that it is', async () => {
  const told: unknown[] = []
  let time = 0
  const tell = tellBackfill({
    chainId: 1,
    log: { info: (...line: unknown[]) => void told.push(line) },
    readPercent: async () => 42,
    now: () => time,
  })
  tell({ type: 'done' })
  tell(cover(factoryCoverage, 500n))
  tell({ type: 'done' })
  tell(cover(safe, 90n))
  expect(told).toEqual([])
  time = 10_000
  tell(cover(safe, 80n))
  tell(cover(safe, 70n))
  const far = { chainId: 1, safe, percent: 42, downTo: '80' }
  await vi.waitFor(() =>
    expect(told).toEqual([[far, 'The past of a safe is being indexed']]),
  )
  tell({ type: 'done' })
  tell({ type: 'done' })
  expect(told.slice(1)).toEqual([
    [{ chainId: 1 }, 'The past of all safes is indexed'],
  ])
})
