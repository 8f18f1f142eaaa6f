import { formatWords, isReplayable, type SafeVersion } from '@covault/protocol'
import { useState } from 'react'
import type { Hex } from 'viem'
import { capitalise } from '../../lib/capitalise.js'
import { formatAddress } from '../../lib/formatAddress.js'
import { groupDigits } from '../../lib/formatAmount.js'
import type { FoundIn, SignableKind } from '../../trust/signable.js'
import type { NameOf } from '../../understand/tell/describeIntent.js'
import { demandWords } from '../../words/demands.js'
import type { WrongSignature } from '../act/keptWork.js'
import { acting } from '../act/signables/signables.js'
import { listSourceDemands } from './sourceDemands.js'

/** Something the reader must say before the button works. */
export type Demand = {
  id: string
  kind: 'tick' | 'typed'
  words: string
}

export function listDemands<Kind extends SignableKind>(
  kind: Kind,
  {
    findings,
    alarm,
    failure,
    canValidate,
    version,
    isGatewayAlone,
    nameOf,
  }: {
    findings: readonly FoundIn<Kind>[]
    /** The wallet signed something else for this before. */
    alarm: WrongSignature | undefined
    /** Why the execution would fail. */
    failure: Error | null
    /** Undefined for what no app asks about. */
    canValidate?: boolean | undefined
    version: SafeVersion
    /** Nobody else said what the chain holds. */
    isGatewayAlone: boolean
    nameOf: NameOf
  },
): Demand[] {
  const { nameFinding, wrong } = acting[kind]
  const grave = findings.filter(
    ({ severity }) => severity === 'danger' || severity === 'block',
  )
  const tick = (isAsked: boolean, id: string, words: string): Demand[] =>
    isAsked ? [{ id, kind: 'tick', words }] : []
  return [
    ...listSourceDemands(isGatewayAlone),
    ...listOnce(
      grave.map(
        (one): Demand => ({
          id: nameFinding(one),
          kind: one.severity === 'block' ? 'typed' : 'tick',
          words: sayConsequence(one, nameOf),
        }),
      ),
    ),
    ...tick(
      canValidate === false,
      'cannot-validate',
      demandWords.cannotValidate,
    ),
    // Each time it happens it must be acknowledged again.
    ...tick(alarm !== undefined, `wrong-signature:${alarm?.at}`, wrong.demand),
    ...tick(
      failure !== null && !grave.some(({ id }) => id === 'would-fail'),
      'would-fail',
      demandWords.wouldFail,
    ),
    ...tick(
      isReplayable(version) &&
        !grave.some(({ id }) => id === 'replayable-signature'),
      'replayable',
      demandWords.replayable,
    ),
  ]
}

/** What the reader agrees to, not the name of a rule. */
function sayConsequence(
  { consequence, title }: FoundIn,
  nameOf: NameOf,
): string {
  if (!consequence) return `${title}.`
  const words = formatWords(consequence, {
    formatAddress: (address) =>
      nameOf(address) ?? formatAddress(address, { digits: 4 }),
    formatDigits: groupDigits,
  })
  return `${capitalise(words)}.`
}

/** Whoever has agreed to something need not agree to it again. */
function listOnce(demands: readonly Demand[]): Demand[] {
  const byWords = new Map<string, Demand>()
  for (const demand of demands) {
    const key = `${demand.kind} ${demand.words}`
    if (!byWords.has(key)) byWords.set(key, demand)
  }
  return [...byWords.values()]
}

export type Demands = {
  list: readonly Demand[]
  open: number
  isMet: (demand: Demand) => boolean
  onMet: (demand: Demand, isMet: boolean) => void
}

/** What was said counts for these bytes and these findings, no others. */
export function useDemands(hash: Hex, list: readonly Demand[]): Demands {
  const key = `${hash} ${list.map(({ id }) => id).join(' ')}`
  const [said, setSaid] = useState({ key, met: new Set<string>() })
  const met = said.key === key ? said.met : new Set<string>()
  return {
    list,
    open: list.filter(({ id }) => !met.has(id)).length,
    isMet: ({ id }) => met.has(id),
    onMet: ({ id }, isMet) => {
      const next = new Set(met)
      if (isMet) next.add(id)
      else next.delete(id)
      setSaid({ key, met: next })
    },
  }
}
