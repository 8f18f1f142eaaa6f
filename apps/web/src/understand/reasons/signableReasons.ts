import type { Address, Hex } from 'viem'
import type { SignableCheck } from '../../trust/checkSignable.js'
import type { ContractFacts } from '../../trust/contracts.js'
import type { SignableKind } from '../../trust/signable.js'
import { type Known, understanding } from '../signables/signables.js'
import { listCheckReasons } from './checkReasons.js'
import type { ReasonGroups } from './reasons.js'

/** Why what stands in a review or in the details is to be believed. */
export function listReasons<Kind extends SignableKind>({
  hash,
  check,
  known,
  recipients,
  ownNote,
}: {
  hash: Hex
  check: SignableCheck | undefined
  known: Known<Kind>
  /** What the chain says that those who receive something are. */
  recipients: readonly ContractFacts[]
  /** The note that this browser keeps. */
  ownNote?: string | undefined
}): ReasonGroups {
  const part = understanding[known.kind]
  const checked = listCheckReasons(check, { ...part.hash, hash })
  return {
    computed: [checked.hash, part.meaning(known), checked.confirmations],
    chain: [...part.facts(known, { check, recipients }), ...checked.chain],
    said: part.words(known, ownNote),
    sources: checked.sources,
  }
}

/** Addresses that something is sent to. */
export function listPaid<Kind extends SignableKind>(
  known: Known<Kind>,
): Address[] {
  return understanding[known.kind].recipients(known)
}
