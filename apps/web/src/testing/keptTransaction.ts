import { zeroAddress } from 'viem'
import type { LocalTransaction } from '../preferences/localQueue.js'

const to = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

/** Nobody recovers it. */
export const keptSignature = { signer: to, signature: '0x11', at: 1 } as const

/** One in the local queue, with one owner's signature. */
export const keptTransaction: LocalTransaction = {
  chainId: 31337,
  safe: '0x056872b23d43b6a69f1dad82E2E9F0a18Fd1B4D6',
  transaction: {
    to,
    value: 1n,
    data: '0x',
    operation: 0,
    safeTxGas: 0n,
    baseGas: 0n,
    gasPrice: 0n,
    gasToken: zeroAddress,
    refundReceiver: zeroAddress,
    nonce: 1n,
  },
  safeTxHash: `0x${'ab'.repeat(32)}`,
  note: '',
  isProposed: false,
  at: 1,
  signatures: [keptSignature],
}
