import { type Address, zeroAddress } from 'viem'
import type { SafeState } from '../chain/readSafe.js'
import type { Activity } from './activity.js'

/**
 * Compares what a safe's contract answers with what its logs say happened
 * since it was asked before. The contract is right; a difference is told.
 */
export function compareStates(parameters: {
  former: SafeState | undefined
  present: SafeState
  activities: readonly Activity[]
}): { changed: boolean; verified: boolean } {
  const { former, present, activities } = parameters
  if (!former) return { changed: true, verified: true }
  const told = applyEvents(former, activities)
  return {
    changed: !isSameState(former, present),
    verified:
      sort(told.owners) === sort(present.owners) &&
      sort(told.modules) === sort(present.modules) &&
      told.threshold === present.threshold &&
      told.guard === present.guard &&
      told.moduleGuard === present.moduleGuard &&
      told.fallbackHandler === present.fallbackHandler &&
      told.singleton === present.singleton,
  }
}

export function isSameState(a: SafeState, b: SafeState): boolean {
  return describe(a) === describe(b)
}

function describe(state: SafeState): string {
  return [
    state.owners,
    state.threshold,
    state.nonce,
    state.singleton,
    state.version,
    state.modules,
    state.guard,
    state.moduleGuard,
    state.fallbackHandler,
  ].join('|')
}

/** Order cannot be told from logs: a swapped owner takes the old one's place. */
function sort(addresses: readonly Address[]): string {
  return [...addresses].sort().join()
}

function applyEvents(
  former: SafeState,
  activities: readonly Activity[],
): SafeState {
  const owners = new Set(former.owners)
  const modules = new Set(former.modules)
  let { threshold, guard, moduleGuard, fallbackHandler, singleton } = former
  for (const { event } of activities.flatMap(({ events }) => events))
    switch (event.type) {
      case 'addedOwner':
        owners.add(event.owner)
        break
      case 'removedOwner':
        owners.delete(event.owner)
        break
      case 'enabledModule':
        modules.add(event.module)
        break
      case 'disabledModule':
        modules.delete(event.module)
        break
      case 'changedThreshold':
        threshold = event.threshold
        break
      case 'changedGuard':
        guard = orNull(event.guard)
        break
      case 'changedModuleGuard':
        moduleGuard = orNull(event.moduleGuard)
        break
      case 'changedFallbackHandler':
        fallbackHandler = orNull(event.handler)
        break
      case 'changedMasterCopy':
        singleton = event.singleton
        break
      default:
    }
  return {
    ...former,
    owners: [...owners],
    modules: [...modules],
    threshold,
    guard,
    moduleGuard,
    fallbackHandler,
    singleton,
  }
}

function orNull(address: Address): Address | null {
  return address === zeroAddress ? null : address
}
