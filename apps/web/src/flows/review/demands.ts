import { type Finding, isReplayable, type SafeVersion } from '@covault/protocol'
import { useState } from 'react'
import type { Hex } from 'viem'
import { toNumber } from '../../understand/tell/describeCalls.js'
import type { WrongSignature } from '../act/keptWork.js'
import { listSourceDemands } from './sourceDemands.js'

/** Something the reader must say before the button works. */
export type Demand = {
  id: string
  kind: 'tick' | 'typed'
  words: string
}

/** What is typed for a finding that stops everything. */
export const password = 'sign anyway'

export function listDemands({
  findings,
  alarm,
  failure,
  version,
  isGatewayAlone,
}: {
  findings: readonly Finding[]
  /** The wallet signed something else at this nonce before. */
  alarm: WrongSignature | undefined
  /** Why the execution would fail. */
  failure: Error | null
  version: SafeVersion
  /** Nobody else said what the chain holds. */
  isGatewayAlone: boolean
}): Demand[] {
  const grave = findings.filter(
    ({ severity }) => severity === 'danger' || severity === 'block',
  )
  return [
    ...listSourceDemands(isGatewayAlone),
    ...grave.map(
      ({ id, severity, path }): Demand => ({
        id: `${id}:${path.join('.')}`,
        kind: severity === 'block' ? 'typed' : 'tick',
        words:
          severity === 'block'
            ? `Call ${toNumber(path)} is marked “Stop”: ${readable(id)}. Only go on if you know exactly why.`
            : `I have read the danger at call ${toNumber(path)}, ${readable(id)}, and still want this.`,
      }),
    ),
    ...(alarm
      ? [
          {
            // Each time it happens it must be said anew.
            id: `wrong-signature:${alarm.at}`,
            kind: 'tick',
            words:
              'The wallet signed something else at this nonce before. I know what that was, and want to go on.',
          } as const,
        ]
      : []),
    ...(failure
      ? [
          {
            id: 'would-fail',
            kind: 'tick',
            words: 'It would fail, and I want to send it all the same.',
          } as const,
        ]
      : []),
    ...(isReplayable(version) &&
    !grave.some(({ id }) => id === 'replayable-signature')
      ? [
          {
            id: 'replayable',
            kind: 'tick',
            words: 'This signature is valid on every network. I accept that.',
          } as const,
        ]
      : []),
  ]
}

function readable(id: string): string {
  return id.replaceAll('-', ' ')
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
