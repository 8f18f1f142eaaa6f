import { knownMethods } from '@covault/protocol'
import type { Hex } from 'viem'

/** The function that calldata names, if we know it: a hint and no proof. */
export function describeCall(data: Hex): string | undefined {
  return knownMethods[data.slice(0, 10).toLowerCase()]?.[0]?.signature
}
