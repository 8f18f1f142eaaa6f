import type { Message } from '@covault/api'
import type { QueryClient } from '@tanstack/react-query'
import type { Address } from 'viem'
import type { Claim, SignableCheck } from '../../trust/checkSignable.js'
import type { CheckedConfirmation } from '../../trust/confirmations.js'
import type { ContractFacts } from '../../trust/contracts.js'
import type {
  Signable,
  SignableHashes,
  SignableKind,
} from '../../trust/signable.js'
import type { RowFlaw } from '../../words/rows.js'
import type { Reason } from '../reasons/reasons.js'
import type { SeenTransaction } from '../reasons/transactionReasons.js'
import type { RowMeanings, RowSubjects } from '../rows/rowCheck.js'
import type { SafePlace } from '../safe/safePlace.js'

type Seen = {
  transaction: SeenTransaction
  message: {
    content: Message['message']
    /** Undefined for what nobody has proposed yet. */
    proposal:
      | Pick<Message, 'name' | 'proposedBy' | 'creationTimestamp'>
      | undefined
  }
}

/** What the screen shows of it, beside what was checked. */
export type Known<Kind extends SignableKind = SignableKind> = {
  [One in Kind]: { kind: One } & Seen[One]
}[Kind]

/** A row of a list, looked into. */
type OpenedRow<Kind extends SignableKind> = Pick<Signable, 'domain'> & {
  hashes: SignableHashes
  claim: Claim
  meaning: RowMeanings[Kind] | RowFlaw | Promise<RowMeanings[Kind] | RowFlaw>
  onChecked?: (confirmations: readonly CheckedConfirmation[]) => void
}

/** What one kind means, in lists and in reasons to believe it. */
export type Understanding<Kind extends SignableKind> = {
  /** What people call its hash, and what that is made from. */
  hash: { id: string; name: string; from: string }
  /** What was made of its bytes. */
  meaning: (known: Known<Kind>) => Reason
  /** Who receives something. */
  recipients: (known: Known<Kind>) => Address[]
  /** What was read of what it names. */
  facts: (
    known: Known<Kind>,
    read: {
      check: SignableCheck | undefined
      recipients: readonly ContractFacts[]
    },
  ) => readonly Reason[]
  /** What only somebody's word stands for. */
  words: (known: Known<Kind>) => readonly Reason[]
  openRow: (
    cache: QueryClient,
    asked: { place: SafePlace; subject: RowSubjects[Kind] },
  ) => OpenedRow<Kind> | RowFlaw | Promise<OpenedRow<Kind> | RowFlaw>
}
