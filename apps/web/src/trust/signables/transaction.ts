import {
  type Finding,
  getNonceState,
  getSafeTransactionTypedData,
  hashSafeTransactionMessage,
  type SafeTransaction,
} from '@covault/protocol'
import { callContract } from '../callContract.js'
import { safeHashAbi } from '../signingAbis.js'
import type { SignableDefinition } from './definition.js'

export type TransactionKind = {
  content: { transaction: SafeTransaction }
  finding: Finding
}

export const transaction: SignableDefinition<TransactionKind['content']> = {
  content: () => undefined,
  message: ({ domain, transaction }) =>
    hashSafeTransactionMessage(domain, transaction),
  preimage: (_, { domain, message }) =>
    `0x1901${domain.slice(2)}${message.slice(2)}`,
  typedData: ({ domain, transaction }) =>
    getSafeTransactionTypedData(domain, transaction),
  hashName: 'safeTxHash',
  readHash: (client, { domain, transaction: one }, blockNumber) =>
    callContract(client, {
      address: domain.safe,
      abi: safeHashAbi,
      functionName: 'getTransactionHash',
      args: [
        one.to,
        one.value,
        one.data,
        one.operation,
        one.safeTxGas,
        one.baseGas,
        one.gasPrice,
        one.gasToken,
        one.refundReceiver,
        one.nonce,
      ],
      blockNumber,
    }),
  readValidity: async () => undefined,
  compare: ({ transaction: { nonce } }, { safe, executed, provenance }) => {
    const isUsed = getNonceState({ current: safe.nonce, nonce }) === 'used'
    const isAsItShould = isUsed === (executed !== undefined)
    return [
      {
        fact: 'nonce',
        field: 'Nonce',
        status: isAsItShould ? 'ok' : 'differs',
        here: isUsed
          ? `${nonce} is already used: the safe is at ${safe.nonce}`
          : `${nonce}, the safe is at ${safe.nonce}`,
        provenance,
      },
    ]
  },
}
