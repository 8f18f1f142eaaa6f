import { demoAccounts } from '@covault/devnet'
import { concat, type Hex, keccak256, toHex } from 'viem'
import { expect, test } from 'vitest'
import { listConfirmations } from './confirmations.js'

const { alice, bob, carol } = demoAccounts
const executedAt = new Date('2026-11-01T12:00:00Z')
const submittedAt = new Date('2026-10-31T12:00:00Z')

async function execute(safeTxHash: Hex, signers: (typeof alice)[]) {
  const sorted = signers.toSorted((a, b) => (a.address < b.address ? -1 : 1))
  const parts = sorted.map((signer) => signer.sign({ hash: safeTxHash }))
  return {
    blockNumber: 1n,
    logIndex: 0,
    txHash: safeTxHash,
    executedAt,
    success: true,
    payment: 0n,
    executor: alice.address,
    signatures: concat(await Promise.all(parts)),
    threshold: signers.length,
    fee: null,
  }
}

const told = (owner: Hex) => ({
  owner,
  signature: null,
  kind: 'ecdsa' as const,
  submittedAt,
})

test('who signed without telling us is known from what the contract accepted', async () => {
  const safeTxHash = keccak256(toHex('both'))
  const list = await listConfirmations({
    safeTxHash,
    confirmations: [told(alice.address)],
    execution: await execute(safeTxHash, [alice, bob]),
  })
  expect(list.map(({ owner, submittedAt: at }) => [owner, at])).toEqual([
    [alice.address, submittedAt],
    [bob.address, executedAt],
  ])
})

test('enough told signatures are not asked for again', async () => {
  const safeTxHash = keccak256(toHex('enough'))
  const confirmations = [told(alice.address), told(carol.address)]
  const execution = await execute(safeTxHash, [alice, bob])
  expect(
    await listConfirmations({ safeTxHash, confirmations, execution }),
  ).toEqual(confirmations)
})

test('what cannot be read is not made up', async () => {
  const safeTxHash = keccak256(toHex('unreadable'))
  const execution = {
    ...(await execute(safeTxHash, [alice])),
    signatures: '0x1234',
  } as const
  expect(
    await listConfirmations({ safeTxHash, confirmations: [], execution }),
  ).toEqual([])
})
