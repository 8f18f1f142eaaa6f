// @vitest-environment node
import { buildRejection } from '@covault/protocol'
import { expect, test } from 'vitest'
import type { Snapshot } from '../flow.js'
import { reject } from './flow.js'

const address = '0x056872b23d43b6a69f1dad82E2E9F0a18Fd1B4D6'

test('makes the empty call of the safe to itself, and asks nothing', async () => {
  expect(reject.hasForm).toBe(false)
  // Nothing of the chain is looked at but where the safe is.
  const snapshot = { address } as Snapshot
  const calls = await reject.build(reject.parse({}), snapshot)
  expect(calls).toHaveLength(1)
  expect(buildRejection({ safe: address, nonce: 7n })).toMatchObject(
    calls[0] ?? {},
  )
})
