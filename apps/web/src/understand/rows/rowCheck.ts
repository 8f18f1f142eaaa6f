import type { Hex } from 'viem'
import type { CheckedConfirmation } from '../../trust/confirmations.js'
import type { SignableKind } from '../../trust/signable.js'
import type { RowFlaw } from '../../words/rows.js'
import type { RowMeaning } from '../signables/signables.js'

/** What is left of a row when nobody is believed. */
export type RowCheck<Kind extends SignableKind = SignableKind> =
  | {
      status: 'checked'
      hash: Hex
      /** Each one claimed, verified over the hash computed here. */
      confirmations: readonly CheckedConfirmation[]
      meaning: RowMeaning<Kind>
    }
  | { status: 'differs'; flaw: RowFlaw }
