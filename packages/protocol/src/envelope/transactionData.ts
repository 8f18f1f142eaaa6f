import { type Address, zeroAddress } from 'viem'
import type { SafeTransaction } from '../safeTransaction.js'
import { type Fields, readField, readFields } from './fields.js'
import {
  parseAddress,
  parseBytes,
  parseNonce,
  parseOperation,
  parseUint,
} from './values.js'

/** protocol-kit's `SafeTransactionData`: amounts as text, nonce as number. */
export type TransactionData = {
  to: Address
  value: string
  data: string
  operation: 0 | 1
  safeTxGas: string
  baseGas: string
  gasPrice: string
  gasToken: Address
  refundReceiver: Address
  nonce: number
}

export const transactionFields = [
  'to',
  'value',
  'data',
  'operation',
  'safeTxGas',
  'baseGas',
  'gasPrice',
  'gasToken',
  'refundReceiver',
  'nonce',
] as const

export function readTransactionData(
  value: unknown,
  at: string,
): SafeTransaction {
  return readTransactionFields(readFields(value, at))
}

/** All ten: one that is missing is not zero, it is unknown. */
export function readTransactionFields(fields: Fields): SafeTransaction {
  return {
    to: readField(fields, 'to', parseAddress),
    value: readField(fields, 'value', parseUint),
    data: readField(fields, 'data', parseBytes),
    operation: readField(fields, 'operation', parseOperation),
    safeTxGas: readField(fields, 'safeTxGas', parseUint),
    baseGas: readField(fields, 'baseGas', parseUint),
    gasPrice: readField(fields, 'gasPrice', parseUint),
    gasToken: readField(fields, 'gasToken', parseAddress),
    refundReceiver: readField(fields, 'refundReceiver', parseAddress),
    nonce: readField(fields, 'nonce', parseNonce),
  }
}

/** Services write null where a field is empty. */
export function withEmptyFields(fields: Fields): Fields {
  const { data, gasToken, refundReceiver } = fields.values
  return {
    ...fields,
    values: {
      ...fields.values,
      data: data === null || data === '' ? '0x' : data,
      gasToken: gasToken === null ? zeroAddress : gasToken,
      refundReceiver: refundReceiver === null ? zeroAddress : refundReceiver,
    },
  }
}

export function writeTransactionData(
  transaction: SafeTransaction,
): TransactionData {
  return {
    to: parseAddress(transaction.to),
    value: String(transaction.value),
    data: parseBytes(transaction.data),
    operation: transaction.operation,
    safeTxGas: String(transaction.safeTxGas),
    baseGas: String(transaction.baseGas),
    gasPrice: String(transaction.gasPrice),
    gasToken: parseAddress(transaction.gasToken),
    refundReceiver: parseAddress(transaction.refundReceiver),
    nonce: Number(parseNonce(transaction.nonce)),
  }
}
