import type { CarriedSignable } from '@covault/protocol/envelope'
import type { QueryClient } from '@tanstack/react-query'
import type { Address } from 'viem'
import type { Claim, SignableCheck } from '../../trust/checkSignable.js'
import type { CheckedConfirmation } from '../../trust/confirmations.js'
import type { ContractFacts } from '../../trust/contracts.js'
import type { Signable, SignableKind } from '../../trust/signable.js'
import type { SignableHashes } from '../../trust/signables/definition.js'
import type { RowFlaw } from '../../words/rows.js'
import type { Reason } from '../reasons/reasons.js'
import type { SafePlace } from '../safe/safePlace.js'

/** A row of a list, looked into. */
type OpenedRow<Meaning> = Pick<Signable, 'domain'> & {
  hashes: SignableHashes
  claim: Claim
  meaning: Meaning | RowFlaw | Promise<Meaning | RowFlaw>
  onChecked?: (confirmations: readonly CheckedConfirmation[]) => Promise<void>
}

/** What is one kind's own. */
export type Understood = {
  /** What the screen shows of it, beside what was checked. */
  seen: object
  /** What is looked into for a row. */
  subject: object
  /** What its bytes tell in a row. */
  meaning: object
}

/** What one kind means, in lists and in reasons to believe it. */
export type Understanding<Kind extends SignableKind, Of extends Understood> = {
  /** What people call its hash, and what that is made from. */
  hash: { id: string; name: string; from: string }
  /** What was made of its bytes. */
  meaning: (known: Of['seen']) => Reason
  /** Who receives something. */
  recipients: (known: Of['seen']) => Address[]
  /** What was read of what it names. */
  facts: (
    known: Of['seen'],
    read: {
      check: SignableCheck | undefined
      recipients: readonly ContractFacts[]
    },
  ) => readonly Reason[]
  /** What only somebody's word vouches for; a note of this browser is none. */
  words: (known: Of['seen'], ownNote?: string) => readonly Reason[]
  /** Undefined for what no link, file or code carries. */
  carry: (one: Signable<Kind>) => CarriedSignable | undefined
  openRow: (
    cache: QueryClient,
    asked: { place: SafePlace; subject: Of['subject'] },
  ) =>
    | OpenedRow<Of['meaning']>
    | RowFlaw
    | Promise<OpenedRow<Of['meaning']> | RowFlaw>
}
