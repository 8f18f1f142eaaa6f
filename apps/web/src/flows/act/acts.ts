import { type ChainConfig, isUnreached } from '../../trust/chainClient.js'
import type { SignableCheck } from '../../trust/checkSignable.js'
import type { SignableKind } from '../../trust/signable.js'
import type { Connection } from '../../wallet/connection.js'
import type { Role } from '../../wallet/role.js'
import {
  refusalWords,
  waitWords,
  writeOpen,
  writeUnanswered,
  writeUnseen,
} from '../../words/demands.js'
import { findPlaceReason, type Reason } from './findPlaceReason.js'
import type { Asked } from './signables/definition.js'
import { acting } from './signables/signables.js'
import type { Act, ChosenAct } from './work.js'

/** What this account can do about it now, the usual one first. */
export function listActs<Kind extends SignableKind>(
  kind: Kind,
  asked: Asked<Kind>,
): ChosenAct[] {
  return acting[kind].list(asked)
}

/** Why the button cannot be pressed, the first thing to do about it. */
export function findReason({
  kind,
  connection,
  chain,
  act,
  check,
  role,
  isNew,
  isAssessed,
  failure,
  hasMovedNames,
  nonceError,
  unseenDangers,
  openDemands,
  execution,
}: {
  kind: SignableKind
  connection: Connection | undefined
  chain: ChainConfig
  act: Act | undefined
  check: SignableCheck | undefined
  role: Role | undefined
  isNew: boolean
  /** The rules have said what they found. */
  isAssessed: boolean
  /** Why the check or the rules were tried in vain. */
  failure: Error | null
  /** A name that was entered resolves to something else by now. */
  hasMovedNames: boolean
  nonceError: string | undefined
  /** Dangers that were not on screen yet. */
  unseenDangers: number
  openDemands: number
  execution: {
    isPending: boolean
    /** What is wrong with the fee that was written. */
    feeProblem: string | undefined
  }
}): Reason | undefined {
  const say = (words: string) => ({ kind: 'reason', words }) as const
  // Nothing is signed: whatever is wrong with it shows again in the batch.
  if (act === 'batch') return undefined
  // No wallet makes it right, so none is asked for.
  if (check?.isRefused) return say(refusalWords.checks)
  const placeReason = findPlaceReason(connection, {
    chain,
    refuse: (account) => {
      if (!check || !isAssessed) {
        if (!failure) return waitWords.checking
        return isUnreached(failure)
          ? writeUnanswered(chain.name)
          : refusalWords.unchecked
      }
      if (hasMovedNames) return refusalWords.movedNames
      if (nonceError || act) return nonceError
      return acting[kind].explain(check, { account, role, isNew })
    },
  })
  if (placeReason) return placeReason
  if (unseenDangers > 0) return say(writeUnseen(unseenDangers))
  if (openDemands > 0) return say(writeOpen(openDemands))
  if (act === 'execute' && execution.isPending)
    return say(waitWords.simulatingExecution)
  if (act === 'execute' && execution.feeProblem)
    return say(execution.feeProblem)
  return undefined
}
