import type { Address } from 'viem'
import { safeSlots } from '../safeSlots.js'
import type { ProbeQuestion, ProbeReader } from './probe.js'

/**
 * What decides who controls a safe, as it lies in storage: the same slots in
 * every version since 1.0.0. Words are raw, so that nothing hides in the
 * bytes above an address.
 */
export type CriticalStorage = {
  singleton: bigint
  /** Without the sentinel. */
  owners: readonly Address[]
  /** The list ends where it began; one that does not is broken. */
  areOwnersWhole: boolean
  ownerCount: bigint
  threshold: bigint
  modules: readonly Address[]
  areModulesWhole: boolean
  guard: bigint
  /** Since 1.5.0; what others write there does nothing. */
  moduleGuard: bigint
  fallbackHandler: bigint
  nonce: bigint
}

/** Longer lists than anybody has; a circle must not run for ever. */
const mostEntries = 500

export const criticalQuestions: readonly ProbeQuestion[] = [
  { kind: 'slot', slot: safeSlots.singleton },
  { kind: 'list', slot: safeSlots.owners, most: mostEntries },
  { kind: 'slot', slot: safeSlots.ownerCount },
  { kind: 'slot', slot: safeSlots.threshold },
  { kind: 'list', slot: safeSlots.modules, most: mostEntries },
  { kind: 'slot', slot: safeSlots.guard },
  { kind: 'slot', slot: safeSlots.moduleGuard },
  { kind: 'slot', slot: safeSlots.fallbackHandler },
  { kind: 'slot', slot: safeSlots.nonce },
]

export function readCriticalStorage(reader: ProbeReader): CriticalStorage {
  const singleton = reader.readWord()
  const owners = splitList(reader.readList())
  const ownerCount = reader.readWord()
  const threshold = reader.readWord()
  const modules = splitList(reader.readList())
  return {
    singleton,
    owners: owners.entries,
    areOwnersWhole: owners.isWhole,
    ownerCount,
    threshold,
    modules: modules.entries,
    areModulesWhole: modules.isWhole,
    guard: reader.readWord(),
    moduleGuard: reader.readWord(),
    fallbackHandler: reader.readWord(),
    nonce: reader.readWord(),
  }
}

/** Where the lists of owners and modules begin and end. */
export const sentinel: Address = '0x0000000000000000000000000000000000000001'

function splitList(list: readonly Address[]) {
  const isWhole = list.at(-1) === sentinel
  return { entries: isWhole ? list.slice(0, -1) : list, isWhole }
}
