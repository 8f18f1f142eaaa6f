import type { Address } from 'viem'
import type { MethodArguments } from './abi/method.js'
import { setFallbackHandlerMethod } from './calldata/fallbackHandler.js'
import { setGuardMethod, setModuleGuardMethod } from './calldata/guard.js'
import { disableModuleMethod, enableModuleMethod } from './calldata/modules.js'
import {
  addOwnerWithThresholdMethod,
  changeThresholdMethod,
  removeOwnerMethod,
  swapOwnerMethod,
} from './calldata/owners.js'
import {
  changeMasterCopyMethod,
  migrateFromV111Method,
} from './calldata/singleton.js'
import { getArguments } from './callTree.js'
import { findMigrationTarget } from './deployments/migrationTarget.js'
import type { IntentMeaning } from './intent.js'
import {
  contractCall,
  type Describe,
  type MethodCall,
  unlessZero,
} from './methodCall.js'
import type { OwnerSet } from './ownerChanges.js'

/** What a safe changes of itself, by the id of the known method. */
export const settingsIntents: Readonly<Record<string, Describe>> = {
  addOwnerWithThreshold: (call) => {
    const { owner, threshold } = getArguments(
      call.reading,
      addOwnerWithThresholdMethod,
    )
    const change = changeOwners(call, threshold, (owners) =>
      owners.includes(owner) ? undefined : [...owners, owner],
    )
    return settings(call, { kind: 'addOwner', owner, ...change })
  },
  removeOwner: (call) => {
    const { owner, threshold } = getArguments(call.reading, removeOwnerMethod)
    const change = changeOwners(call, threshold, (owners) =>
      owners.includes(owner)
        ? owners.filter((other) => other !== owner)
        : undefined,
    )
    return settings(call, { kind: 'removeOwner', owner, ...change })
  },
  swapOwner: (call) => {
    const { oldOwner, newOwner } = getArguments(call.reading, swapOwnerMethod)
    const { before } = changeOwners(call, undefined, (owners) =>
      owners.includes(oldOwner)
        ? owners.map((owner) => (owner === oldOwner ? newOwner : owner))
        : undefined,
    )
    return settings(call, { kind: 'swapOwner', oldOwner, newOwner, before })
  },
  changeThreshold: (call) => {
    const { threshold } = getArguments(call.reading, changeThresholdMethod)
    const change = changeOwners(call, threshold, (owners) => owners)
    return settings(call, { kind: 'changeThreshold', ...change })
  },
  enableModule: (call) => {
    const { module } = getArguments(call.reading, enableModuleMethod)
    return settings(call, { kind: 'enableModule', module })
  },
  disableModule: (call) => {
    const { module } = getArguments(call.reading, disableModuleMethod)
    return settings(call, { kind: 'disableModule', module })
  },
  setGuard: (call) => {
    const { guard } = getArguments(call.reading, setGuardMethod)
    return settings(call, { kind: 'setGuard', guard: unlessZero(guard) })
  },
  setModuleGuard: (call) => {
    const { moduleGuard } = getArguments(call.reading, setModuleGuardMethod)
    const guard = unlessZero(moduleGuard)
    return settings(call, { kind: 'setModuleGuard', guard })
  },
  setFallbackHandler: (call) => {
    const { handler } = getArguments(call.reading, setFallbackHandlerMethod)
    const meaning = { handler: unlessZero(handler) }
    return settings(call, { kind: 'setFallbackHandler', ...meaning })
  },
  changeMasterCopy: (call) => {
    const { masterCopy } = getArguments(call.reading, changeMasterCopyMethod)
    return settings(call, { kind: 'changeSingleton', singleton: masterCopy })
  },
  migrateSingleton: describeMigration,
  migrateWithFallbackHandler: describeMigration,
  migrateL2Singleton: describeMigration,
  migrateL2WithFallbackHandler: describeMigration,
  migrateToL2: describeMigration,
  migrateFromV111: describeMigration,
  setupToL2: describeMigration,
}

type SettingsMeaning = Extract<IntentMeaning, { kind: SettingsKind }>
type SettingsKind =
  | 'addOwner'
  | 'removeOwner'
  | 'swapOwner'
  | 'changeThreshold'
  | 'enableModule'
  | 'disableModule'
  | 'setGuard'
  | 'setModuleGuard'
  | 'setFallbackHandler'
  | 'changeSingleton'

/** A safe takes its settings from nobody but itself. */
function settings(
  call: MethodCall,
  meaning: DistributiveOmit<SettingsMeaning, 'safe'>,
): IntentMeaning {
  if (call.from !== call.target) return contractCall(call)
  return { ...meaning, safe: call.target } as SettingsMeaning
}

type DistributiveOmit<union, key extends PropertyKey> = union extends unknown
  ? Omit<union, key>
  : never

/** `change` answers undefined for what the contract refuses. */
function changeOwners<threshold extends bigint | undefined>(
  { target, from, ownerSets }: MethodCall,
  threshold: threshold,
  change: (owners: readonly Address[]) => readonly Address[] | undefined,
): OwnerChange<threshold> {
  const before = from === target ? ownerSets.get(target) : undefined
  const owners = before && change(before.owners)
  if (before !== undefined && owners !== undefined)
    ownerSets.set(target, {
      owners,
      threshold: threshold === undefined ? before.threshold : Number(threshold),
    })
  return { before, requirement: { threshold, ownerCount: owners?.length } }
}

type OwnerChange<threshold> = {
  before: OwnerSet | undefined
  requirement: { threshold: threshold; ownerCount: number | undefined }
}

function describeMigration(call: MethodCall): IntentMeaning {
  const { reading, target, isKnown, from } = call
  if (from === undefined) return contractCall(call)
  // Each of the methods takes none, the first, or both of these.
  const args: Partial<MethodArguments<typeof migrateFromV111Method>> =
    getArguments(reading, migrateFromV111Method)
  const fixed = isKnown
    ? findMigrationTarget({ migration: target, method: reading.name })
    : undefined
  return {
    kind: 'migrate',
    safe: from,
    migration: target,
    method: reading.name,
    singleton: fixed?.singleton.address ?? args.l2Singleton,
    handler: fixed?.handler?.address ?? args.fallbackHandler,
  }
}
