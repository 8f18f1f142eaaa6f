import type { Address } from 'viem'
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

/** keccak256('guard_manager.guard.address') */
const guardSlot =
  0x4a204f620c8c5ccdca3fd54d003badd85ba500436a431f0cbda4f558c93c34c8n
/** keccak256('module_manager.module_guard.address') */
const moduleGuardSlot =
  0xb104e0b93118902c651344349b610029d694cfdec91c589c91ebafbcd0289947n
/** keccak256('fallback_manager.handler.address') */
const handlerSlot =
  0x6c9a6c4a39284e37ed1cf53d337577d14212a4870fb976a4366c693b939918d5n

export const nonceSlot = 5n
export const approvedHashesSlot = 8n

/** Longer lists than anybody has; a circle must not run for ever. */
const mostEntries = 500

export const criticalQuestions: readonly ProbeQuestion[] = [
  { kind: 'slot', slot: 0n },
  { kind: 'list', slot: 2n, most: mostEntries },
  { kind: 'slot', slot: 3n },
  { kind: 'slot', slot: 4n },
  { kind: 'list', slot: 1n, most: mostEntries },
  { kind: 'slot', slot: guardSlot },
  { kind: 'slot', slot: moduleGuardSlot },
  { kind: 'slot', slot: handlerSlot },
  { kind: 'slot', slot: nonceSlot },
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
