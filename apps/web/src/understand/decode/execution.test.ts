import { buildSafeTransaction } from '@covault/protocol'
import type { Address } from 'viem'
import { expect, test } from 'vitest'
import type { LocalTransaction } from '../../preferences/localQueue.js'
import { detailLocal, joinTransaction } from '../../queries/localSignables.js'
import { withThoseOfThen } from './execution.js'

const safe = '0xA2c0717EADC654eE59637e39CfEfCB4cA3764829'
const alice = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const local: LocalTransaction = {
  ...{ chainId: 31337, safe, isProposed: true, at: 1, note: '' },
  safeTxHash: `0x${'ab'.repeat(32)}`,
  transaction: buildSafeTransaction({
    domain: { chainId: 31337, version: '1.4.1' },
    calls: [{ to: bob, value: 1n, data: '0x', operation: 0 }],
    nonce: 3n,
  }),
  signatures: [
    { signer: alice, signature: '0x22', at: 2 },
    { signer: bob, signature: '0x33', at: 2 },
  ],
}
const ofAlice = {
  signer: { value: alice as Address, name: null, logoUri: null },
  signature: '0x11' as const,
  submittedAt: 1,
}

/** What the gateway says, which has one signature of alice and none of bob. */
function tell(executedAt: number | null) {
  const details = detailLocal({ ...local, signatures: [] })
  const { detailedExecutionInfo: execution } = details
  if (execution?.type !== 'MULTISIG') throw new Error('Nobody signs it.')
  const told = {
    ...{ ...details, executedAt },
    detailedExecutionInfo: { ...execution, confirmations: [ofAlice] },
  }
  return { told, joined: joinTransaction(told, local) }
}

test('what was executed has the signatures that were part of it', () => {
  const { told, joined } = tell(5)
  expect(withThoseOfThen(joined, { nonce: 4n })).toEqual(told)
})

test.each([
  ['waits', null, 4n],
  ['was executed, which the chain contradicts', 5, 3n],
])(
  'this browser’s own count where the gateway says that it %s',
  (_, executedAt, nonce) => {
    const { joined } = tell(executedAt)
    expect(withThoseOfThen(joined, { nonce })).toBe(joined)
    expect(joined.detailedExecutionInfo).toMatchObject({
      confirmations: [{ signature: '0x22' }, { signature: '0x33' }],
    })
  },
)
