import type { Message } from '@covault/api'
import type { Telling } from '@covault/protocol'
import type { Hex } from 'viem'
import type { CheckedConfirmation } from '../../trust/confirmations.js'
import type { SignableKind } from '../../trust/signable.js'
import type { RowFlaw } from '../../words/rows.js'
import type { DecodedTransaction, Signed } from '../decode/decodeTransaction.js'

/** What is looked into: of a transaction its list has no more than the id. */
export type RowSubjects = {
  /** Whoever signs meanwhile makes it another question. */
  transaction: { kind: 'transaction'; id: string; signed: number }
  message: { kind: 'message'; message: Message }
}

/** What its bytes tell. */
export type RowMeanings = {
  transaction: {
    nonce: bigint
    telling: Telling
    /** What rules judge it by. */
    judged: {
      signed: Signed
      digest: Hex | undefined
      decoded: DecodedTransaction
    }
  }
  message: {
    /** The gravest of what the rules find in it. */
    warning: string | undefined
  }
}

/** What is left of a row when nobody is believed. */
export type RowCheck<Kind extends SignableKind = SignableKind> =
  | {
      status: 'checked'
      hash: Hex
      /** Each one claimed, verified over the hash computed here. */
      confirmations: readonly CheckedConfirmation[]
      meaning: RowMeanings[Kind]
    }
  | { status: 'differs'; flaw: RowFlaw }
