import {
  call,
  changeNames,
  getNames,
  type NameSet,
  type SafeReference,
} from '@covault/api'
import type { NameChanges } from '@covault/protocol'
import type { Hex } from 'viem'
import { gatewayItself } from './gateway.js'

/** The sets after those that are known, and how many there are said to be. */
export async function readNameSets(
  { chainId, address }: SafeReference,
  { after, signal }: { after: number; signal: AbortSignal },
): Promise<{ sets: NameSet[]; count: number }> {
  const sets: NameSet[] = []
  for (;;) {
    const answer = await call(gatewayItself, getNames, {
      params: { chainId, address },
      query: { after: after + sets.length },
      signal,
    })
    sets.push(...answer.sets)
    const { count } = answer
    if (answer.sets.length === 0 || after + sets.length >= count)
      return { sets, count }
  }
}

export async function sendNameChanges(
  { chainId, safe, previous, time, changes }: NameChanges,
  signature: Hex,
): Promise<void> {
  await call(gatewayItself, changeNames, {
    params: { chainId, address: safe },
    body: { previous, time, changes: [...changes], signature },
  })
}
