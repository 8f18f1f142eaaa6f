import type { Address, Hex } from 'viem'
import type { SignableCheck } from '../../trust/checkSignable.js'
import type { ContractFacts } from '../../trust/contracts.js'
import type { SignableKind } from '../../trust/signable.js'
import { hashWords } from '../decode/describeSignable.js'
import { listCheckReasons } from './checkReasons.js'
import {
  listMessageWords,
  type SeenMessage,
  toContent,
} from './messageReasons.js'
import type { Reason, ReasonGroups } from './reasons.js'
import {
  listRecipients,
  listTransactionFacts,
  listTransactionWords,
  type SeenTransaction,
  toMeaning,
} from './transactionReasons.js'

type Seen = { transaction: SeenTransaction; message: SeenMessage }

/** What the screen shows of it, beside what was checked. */
export type Known<Kind extends SignableKind = SignableKind> = {
  [One in Kind]: { kind: One } & Seen[One]
}[Kind]

type Part<Kind extends SignableKind> = {
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
}

const parts: { [Kind in SignableKind]: Part<Kind> } = {
  transaction: {
    meaning: ({ decoded }) => toMeaning(decoded),
    recipients: ({ decoded }) => listRecipients(decoded),
    facts: listTransactionFacts,
    words: listTransactionWords,
  },
  message: {
    meaning: ({ content }) => toContent(content),
    recipients: () => [],
    facts: () => [],
    words: listMessageWords,
  },
}

/** Why what stands in a review or in the details is to be believed. */
export function listReasons<Kind extends SignableKind>({
  hash,
  check,
  known,
  recipients,
}: {
  hash: Hex
  check: SignableCheck | undefined
  known: Known<Kind>
  /** What the chain says that those who receive something are. */
  recipients: readonly ContractFacts[]
}): ReasonGroups {
  const part = parts[known.kind]
  const checked = listCheckReasons(check, { ...hashWords[known.kind], hash })
  return {
    computed: [checked.hash, part.meaning(known), checked.confirmations],
    chain: [...part.facts(known, { check, recipients }), ...checked.chain],
    said: part.words(known),
    sources: checked.sources,
  }
}

/** Addresses that something is sent to. */
export function listPaid<Kind extends SignableKind>(
  known: Known<Kind>,
): Address[] {
  return parts[known.kind].recipients(known)
}
