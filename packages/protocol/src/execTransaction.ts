import type { Hex } from 'viem'
import { decodeParameters } from './abi/decodeParameters.js'
import { encodeMethod, type MethodArguments } from './abi/method.js'
import { execTransactionMethod } from './calldata/safe.js'
import { BaseError } from './errors.js'
import { operationWord, type SafeTransaction } from './safeTransaction.js'
import { isBytes } from './word.js'

/** What calldata says of a transaction: everything but the nonce. */
export type ExecTransactionCall = {
  transaction: Omit<SafeTransaction, 'nonce'>
  signatures: Hex
  /** Encoding the decoded values again yields exactly the same bytes. */
  canonical: boolean
}

/** Calldata of `execTransaction` of every version since 1.0.0. */
export function encodeExecTransaction(
  transaction: Omit<SafeTransaction, 'nonce'>,
  signatures: Hex,
): Hex {
  operationWord(transaction.operation)
  return encodeMethod(execTransactionMethod, {
    ...transaction,
    operation: BigInt(transaction.operation),
    signatures,
  })
}

/**
 * The inverse. Calldata that the contract would accept although no ordinary
 * encoder writes it so (odd offsets, bytes after the end) is decoded with
 * `canonical: false`.
 */
export function decodeExecTransaction(data: Hex): ExecTransactionCall {
  if (!isExecTransaction(data)) throw new NotExecTransactionError({ data })
  const { args, canonical } = decodeArguments(data)
  const { operation } = args
  if (operation !== 0n && operation !== 1n)
    throw new MalformedExecTransactionError({
      reason: `operation ${operation} does not exist`,
    })
  const transaction = {
    to: args.to,
    value: args.value,
    data: args.data,
    operation: operation === 0n ? 0 : 1,
    safeTxGas: args.safeTxGas,
    baseGas: args.baseGas,
    gasPrice: args.gasPrice,
    gasToken: args.gasToken,
    refundReceiver: args.refundReceiver,
  } as const
  return { transaction, signatures: args.signatures, canonical }
}

export function isExecTransaction(data: Hex): boolean {
  return (
    isBytes(data) &&
    data.slice(0, 10).toLowerCase() === execTransactionMethod.selector
  )
}

function decodeArguments(data: Hex) {
  try {
    const digits = data.slice(2).toLowerCase()
    const { parameters, canonical } = decodeParameters(wideInputs, digits, 4)
    const entries = parameters.map(({ name, value }) => [name, value])
    const args: Arguments = Object.fromEntries(entries)
    return { args, canonical }
  } catch (cause) {
    throw new MalformedExecTransactionError({
      reason: 'its arguments point outside of the data',
      cause,
    })
  }
}

type Arguments = MethodArguments<typeof execTransactionMethod>

/** The contract refuses an operation with bits above the first byte. */
const wideInputs = execTransactionMethod.inputs.map((input) =>
  input.name === 'operation' ? { ...input, type: 'uint256' } : input,
)

export class NotExecTransactionError extends BaseError {
  override name = 'NotExecTransactionError'

  constructor({ data }: { data: Hex }) {
    super(
      `Calldata beginning with "${String(data).slice(0, 10)}" is not a call of execTransaction (${execTransactionMethod.selector}).`,
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
