import type { Telling } from '@covault/protocol'
import type { Hex } from 'viem'
import type { CheckedConfirmation } from '../../trust/confirmations.js'
import type { DecodedTransaction, Signed } from '../decode/decodeTransaction.js'

/** What is left of a row when nobody is believed. */
export type RowCheck =
  | {
      status: 'checked'
      nonce: bigint
      telling: Telling
      /** Each one claimed, verified over the hash computed here. */
      confirmations: readonly CheckedConfirmation[]
      /** What rules judge it by. */
      judged: {
        signed: Signed
        digest: Hex | undefined
        decoded: DecodedTransaction
      }
    }
  | { status: 'differs'; reason: string }
