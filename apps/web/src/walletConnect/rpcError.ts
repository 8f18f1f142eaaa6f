import { BaseError } from '@covault/protocol'
import { BadCallsError } from '../apps/readCalls.js'
import { BadMessageError } from '../apps/readMessage.js'
import {
  RequestRejectedError,
  RequestsMutedError,
} from '../apps/requestDesk.js'

/** What a dapp is told when it does not get what it asked for. */
export type RpcError = { code: number; message: string }

/** Of EIP-1193, EIP-1474, EIP-5792 and CAIP-25, by what they mean. */
const codes = {
  rejected: 4001,
  unauthorized: 4100,
  unsupportedMethod: 4200,
  wrongChain: 4901,
  badParameters: -32602,
  failed: -32603,
  tooMany: -32005,
  unsupportedCapability: 5700,
  unsupportedChain: 5710,
  duplicateId: 5720,
  unknownBundle: 5730,
  bundleTooLarge: 5740,
  expired: 8000,
  proposalRejected: 5000,
  proposedChains: 5100,
  proposedMethods: 5101,
  proposedEvents: 5102,
  proposedNamespace: 5104,
} as const
export type Refusal = keyof typeof codes

/** A request or a proposal that is not followed, and why. */
export class RefusedError extends BaseError {
  readonly code: number

  constructor(refusal: Refusal, message: string) {
    super(message)
    this.code = codes[refusal]
  }
}

export function toRpcError(error: unknown): RpcError {
  if (error instanceof RefusedError)
    return { code: error.code, message: error.message }
  if (
    error instanceof RequestRejectedError ||
    error instanceof RequestsMutedError
  )
    return { code: codes.rejected, message: error.message }
  if (error instanceof BadCallsError || error instanceof BadMessageError)
    return { code: codes.badParameters, message: error.message }
  if (error instanceof BaseError)
    return { code: codes.failed, message: error.message }
  return { code: codes.failed, message: 'The wallet could not answer.' }
}
