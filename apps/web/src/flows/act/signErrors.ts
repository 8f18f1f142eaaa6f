import { BaseError } from '@covault/protocol'
import type { Address, Hex } from 'viem'
import { MethodNotSupportedError } from '../../wallet/walletErrors.js'

/** EIP-1193's 4200 and JSON-RPC's -32601; never a refusal by the person. */
export function isWithoutTypedData(error: unknown): boolean {
  return error instanceof MethodNotSupportedError
}

/** The reader stopped waiting before the wallet was asked. */
export class GivenUpError extends BaseError {
  constructor() {
    super('You stopped waiting, so nothing was sent to your wallet.')
  }
}

/** S51: the answer is not a signature of what was asked for. */
export class WrongSignatureError extends BaseError {
  readonly hash: Hex
  readonly answer: Hex

  constructor({
    account,
    hash,
    answer,
    cause,
  }: {
    account: Address
    hash: Hex
    answer: Hex
    cause?: unknown
  }) {
    super(
      `What your wallet returned is not a signature of ${hash} by ${account}. It may have signed something else. Check what it signed before you use it again.`,
      { cause },
    )
    this.hash = hash
    this.answer = answer
  }
}
