import {
  type Address,
  encodeAbiParameters,
  encodeEventTopics,
  erc20Abi,
  type Hex,
  type Log,
  parseAbi,
  type TransactionReceipt,
} from 'viem'
import { expect, test } from 'vitest'
import { fromBlock } from '../../testing/provenance.js'
import type { ContractFacts } from '../../trust/contracts.js'
import { listMovedTokens, listReadMoved, toMoved } from './readMoved.js'

const safe: Address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const token = '0x2222222222222222222222222222222222222222'
const safeTxHash: Hex = `0x${'ab'.repeat(32)}`
const ended = parseAbi([
  'event ExecutionSuccess(bytes32 txHash, uint256 payment)',
])

function toReceipt(logs: readonly Partial<Log>[]): TransactionReceipt {
  return {
    logs: logs.map((log, logIndex) => ({ ...log, logIndex })),
    from: bob,
    status: 'success',
    gasUsed: 1n,
    effectiveGasPrice: 1n,
  } as unknown as TransactionReceipt
}

const paid: Partial<Log> = {
  address: token,
  topics: encodeEventTopics({
    ...{ abi: erc20Abi, eventName: 'Transfer' },
    args: { from: safe, to: bob },
  }) as [Hex, ...Hex[]],
  data: encodeAbiParameters([{ type: 'uint256' }], [2_500_000n]),
}
const executed: Partial<Log> = {
  address: safe,
  topics: encodeEventTopics({ abi: ended, eventName: 'ExecutionSuccess' }) as [
    Hex,
  ],
  data: encodeAbiParameters(
    [{ type: 'bytes32' }, { type: 'uint256' }],
    [safeTxHash, 0n],
  ),
}

test('reads what an execution moved from its receipt and its bytes', () => {
  const call = { to: bob, value: 7n, data: '0x', operation: 0 } as const
  const read = listReadMoved({
    ...{ safe, receipt: toReceipt([paid, executed]), call },
    id: `multisig_${safe}_${safeTxHash}`,
  })
  expect(listMovedTokens(read)).toEqual([token])
  const facts: ContractFacts = {
    ...{ address: token, codeHash: safeTxHash, kind: 'erc20' },
    ...{ token: { symbol: 'USD', decimals: 6 }, ownerSet: undefined },
    provenance: fromBlock(1n),
  }
  const moved = read.map((one) => toMoved(one, [facts]))
  expect(moved).toMatchObject([
    {
      direction: 'OUTGOING',
      recipient: { value: bob },
      transferInfo: {
        ...{ type: 'ERC20', tokenSymbol: 'USD' },
        ...{ decimals: 6, value: 2_500_000n },
      },
    },
    { transferInfo: { type: 'NATIVE_COIN', value: 7n } },
  ])
})

test('tells nothing of another execution', () => {
  const read = listReadMoved({
    ...{ safe, receipt: toReceipt([paid, executed]), call: undefined },
    id: `multisig_${safe}_0x${'cd'.repeat(32)}`,
  })
  expect(read).toEqual([])
})
