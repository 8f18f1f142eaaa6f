import { decodeAbiParameters, type Hex } from 'viem'
import { BaseError } from './errors.js'
import { operationWord, type SafeTransaction } from './safeTransaction.js'
import { addressWord, bytesTail, isBytes, uintWord } from './word.js'

/** What calldata says of a transaction: everything but the nonce. */
export type ExecTransactionCall = {
  transaction: Omit<SafeTransaction, 'nonce'>
  signatures: Hex
  /** Encoding the decoded values again yields exactly the same bytes. */
  canonical: boolean
}

const selector = '0x6a761202'

const parameters = [
  { name: 'to', type: 'address' },
  { name: 'value', type: 'uint256' },
  { name: 'data', type: 'bytes' },
  { name: 'operation', type: 'uint8' },
  { name: 'safeTxGas', type: 'uint256' },
  { name: 'baseGas', type: 'uint256' },
  { name: 'gasPrice', type: 'uint256' },
  { name: 'gasToken', type: 'address' },
  { name: 'refundReceiver', type: 'address' },
  { name: 'signatures', type: 'bytes' },
] as const

const headSize = BigInt(parameters.length * 32)

/** Calldata of `execTransaction` of every version since 1.0.0. */
export function encodeExecTransaction(
  transaction: Omit<SafeTransaction, 'nonce'>,
  signatures: Hex,
): Hex {
  const data = bytesTail(transaction.data)
  const signaturesTail = bytesTail(signatures)
  return `${selector}${
    addressWord(transaction.to) +
    uintWord(transaction.value) +
    uintWord(headSize) +
    operationWord(transaction.operation) +
    uintWord(transaction.safeTxGas) +
    uintWord(transaction.baseGas) +
    uintWord(transaction.gasPrice) +
    addressWord(transaction.gasToken) +
    addressWord(transaction.refundReceiver) +
    uintWord(headSize + BigInt(data.length / 2)) +
    data +
    signaturesTail
  }`
}

/**
 * The inverse. Calldata that the contract would accept although no ordinary
 * encoder writes it so (odd offsets, bytes after the end) is decoded with
 * `canonical: false`.
 */
export function decodeExecTransaction(data: Hex): ExecTransactionCall {
  if (!isExecTransaction(data)) throw new NotExecTransactionError({ data })
  const values = decodeArguments(data)
  const [to, value, callData, operation] = values
  if (operation !== 0 && operation !== 1)
    throw new MalformedExecTransactionError({
      reason: `operation ${operation} does not exist`,
    })
  const [, , , , safeTxGas, baseGas, gasPrice, gasToken] = values
  const [, , , , , , , , refundReceiver, signatures] = values
  const transaction = {
    to,
    value,
    data: callData,
    operation: operation as 0 | 1,
    safeTxGas,
    baseGas,
    gasPrice,
    gasToken,
    refundReceiver,
  }
  const encoded = encodeExecTransaction(transaction, signatures)
  return {
    transaction,
    signatures,
    canonical: encoded === data.toLowerCase(),
  }
}

export function isExecTransaction(data: Hex): boolean {
  return isBytes(data) && data.slice(0, 10).toLowerCase() === selector
}

function decodeArguments(data: Hex) {
  try {
    return decodeAbiParameters(parameters, `0x${data.slice(10)}`)
  } catch (cause) {
    throw new MalformedExecTransactionError({
      reason: 'its arguments point outside of the data',
      cause,
    })
  }
}

export class NotExecTransactionError extends BaseError {
  override name = 'NotExecTransactionError'

  constructor({ data }: { data: Hex }) {
    super(
      `Calldata beginning with "${String(data).slice(0, 10)}" is not a call of execTransaction (${selector}).`,
    )
  }
}

export class MalformedExecTransactionError extends BaseError {
  override name = 'MalformedExecTransactionError'

  constructor({ reason, cause }: { reason: string; cause?: unknown }) {
    super(`The call of execTransaction cannot be decoded: ${reason}.`, {
      cause,
    })
  }
}
