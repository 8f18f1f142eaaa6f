import {
  encodeAbiParameters,
  encodeEventTopics,
  erc20Abi,
  type TransactionReceipt,
} from 'viem'
import { expect, test } from 'vitest'
import { confirmReported } from './outcome.js'

const safe = '0x056872b23d43b6a69f1dad82E2E9F0a18Fd1B4D6'
const token = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const sender = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

const receipt = {
  status: 'success',
  logs: [
    {
      address: token,
      topics: encodeEventTopics({
        abi: erc20Abi,
        eventName: 'Transfer',
        args: { from: sender, to: safe },
      }),
      data: encodeAbiParameters([{ type: 'uint256' }], [5n]),
    },
  ],
} as unknown as TransactionReceipt

const told = (value: bigint) =>
  ({
    txStatus: 'SUCCESS',
    detailedExecutionInfo: null,
    txInfo: {
      type: 'Transfer',
      sender: { value: sender },
      recipient: { value: safe },
      transferInfo: { type: 'ERC20', tokenAddress: token, value },
    },
  }) as unknown as Parameters<typeof confirmReported>[0]

test('a transfer is confirmed by its log, and by nothing else', () => {
  expect(confirmReported(told(5n), { safe, receipt })).toBe(true)
  expect(confirmReported(told(6n), { safe, receipt })).toBe(false)
  expect(confirmReported(told(5n), { safe, receipt: null })).toBe(false)
})

test('an execution that left no event of the safe is contradicted', () => {
  const details = {
    ...told(5n),
    detailedExecutionInfo: {
      type: 'MULTISIG',
      safeTxHash: `0x${'12'.repeat(32)}`,
    },
  } as unknown as Parameters<typeof confirmReported>[0]
  expect(confirmReported(details, { safe, receipt })).toBe(false)
})

test('what logs cannot tell stays the word of the gateway', () => {
  const creation = {
    ...told(5n),
    txInfo: { type: 'Creation' },
  } as unknown as Parameters<typeof confirmReported>[0]
  expect(confirmReported(creation, { safe, receipt })).toBeUndefined()
})
