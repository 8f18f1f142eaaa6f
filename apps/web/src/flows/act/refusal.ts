import { GatewayReplyError } from '@covault/api'
import type { Refusal } from '../../preferences/localQueue.js'
import { describeError } from '../../words/errors.js'
import {
  busyWords,
  signInWords,
  unknownWords,
  writeNotAllowed,
} from '../../words/submissions.js'
import {
  GatewayDiffersError,
  SignatureUnlistedError,
} from './gatewayDiffers.js'

/**
 * What the gateway has against a signature. Undefined: it did not say no, it
 * said nothing. A session that is gone, a busy gateway and one that does not
 * know the safe yet say nothing about the signature: it is sent again.
 */
export function readRefusal(error: unknown): Refusal | undefined {
  if (
    error instanceof GatewayDiffersError ||
    error instanceof SignatureUnlistedError
  )
    return { refusal: describeError(error) }
  if (!(error instanceof GatewayReplyError) || error.status >= 500)
    return undefined
  switch (error.status) {
    case 401:
      return { refusal: signInWords, passesWith: 'signIn' }
    case 403:
      return {
        refusal: writeNotAllowed(describeError(error)),
        passesWith: 'signIn',
      }
    case 404:
      return { refusal: unknownWords, passesWith: 'time' }
    case 408:
    case 425:
    case 429:
      return { refusal: busyWords, passesWith: 'time' }
    default:
      return { refusal: describeError(error) }
  }
}

/** Sent again, it would be refused again. */
export function isFinal(error: unknown): boolean {
  const refused = readRefusal(error)
  return refused !== undefined && refused.passesWith === undefined
}
