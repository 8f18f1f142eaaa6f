import type { Intent } from '@covault/protocol'
import type { Address } from 'viem'
import { formatCount } from '../../lib/formatCount.js'
import type { SafeState } from '../../trust/safe.js'

/** One setting of a safe, as it is and as it would be. */
export type SettingsRow = { title: string; isChanged: boolean } & (
  | {
      kind: 'addresses'
      /** Undefined: nobody can tell. */
      before: readonly Address[] | undefined
      after: readonly Address[] | undefined
    }
  | {
      kind: 'threshold'
      before: Requirement
      after: Requirement | undefined
    }
)

type Requirement = { threshold: number; ownerCount: number }

export type SettingsChanges = {
  /** Every setting, also those that stay. */
  rows: readonly SettingsRow[]
  /** The calls that change something, in the order of their execution. */
  changes: readonly Intent[]
  /** Calls that the contract would refuse, and why. */
  refusals: readonly string[]
  /** Code that would run as the safe and can change all of it. */
  foreignCode: readonly Address[]
  /** What other safes would change of themselves. */
  elsewhere: readonly Intent[]
}

/**
 * What a transaction does to the settings of its safe. The intents are those
 * of the decoded bytes, followed through all levels of batches. Undefined: it
 * leaves every setting as it is.
 */
export function listSettingsChanges(
  intent: Intent,
  safe: SafeState,
): SettingsChanges | undefined {
  const steps = listSteps(intent, safe.address)
  if (steps.length === 0) return undefined
  const present: Settings = {
    owners: safe.owners,
    threshold: safe.threshold,
    modules: safe.modules,
    guard: toList(safe.guard),
    moduleGuard:
      safe.moduleGuard === undefined ? undefined : toList(safe.moduleGuard),
    fallbackHandler: toList(safe.fallbackHandler),
    singleton: [safe.singleton],
  }
  const refusals: string[] = []
  let settings = present
  for (const step of steps) {
    if ('safe' in step && step.safe !== safe.address) continue
    const refusal = findRefusal(settings, step, safe)
    if (refusal) refusals.push(refusal)
    settings = apply(settings, step)
  }
  const isOwn = (step: Step) => !('safe' in step) || step.safe === safe.address
  return {
    rows: listRows(present, settings),
    changes: steps.filter((step) => 'safe' in step && isOwn(step)),
    refusals,
    foreignCode: steps.flatMap((step) => ('safe' in step ? [] : step.to)),
    elsewhere: steps.filter((step) => !isOwn(step)),
  }
}

/**
 * Whoever stays stands beside himself, in the order that is known already;
 * what only one can be stands beside what follows it.
 */
export function pairAddresses(
  before: readonly Address[],
  after: readonly Address[],
): { before: Address | undefined; after: Address | undefined }[] {
  if (before.length < 2 && after.length < 2)
    return [{ before: before[0], after: after[0] }]
  const added = after.filter((one) => !before.includes(one))
  return [
    ...before.map((one) => ({
      before: one,
      after: after.includes(one) ? one : undefined,
    })),
    ...added.map((one) => ({ before: undefined, after: one })),
  ]
}

type Settings = {
  owners: readonly Address[] | undefined
  threshold: number | undefined
  modules: readonly Address[] | undefined
  guard: readonly Address[] | undefined
  moduleGuard: readonly Address[] | undefined
  fallbackHandler: readonly Address[] | undefined
  singleton: readonly Address[] | undefined
}

const unknownSettings: Settings = {
  owners: undefined,
  threshold: undefined,
  modules: undefined,
  guard: undefined,
  moduleGuard: undefined,
  fallbackHandler: undefined,
  singleton: undefined,
}

export const settingsKinds = [
  'addOwner',
  'removeOwner',
  'swapOwner',
  'changeThreshold',
  'enableModule',
  'disableModule',
  'setGuard',
  'setModuleGuard',
  'setFallbackHandler',
  'changeSingleton',
  'migrate',
] as const

type Step = Extract<
  Intent,
  { kind: (typeof settingsKinds)[number] | 'delegateCall' | 'unknownCall' }
>

function listSteps(intent: Intent, safe: Address): Step[] {
  switch (intent.kind) {
    case 'batch':
      return intent.intents.flatMap((inner) => listSteps(inner, safe))
    case 'executeTransaction':
      return intent.intent ? listSteps(intent.intent, safe) : []
    case 'delegateCall':
      return intent.account === undefined || intent.account === safe
        ? [intent]
        : []
    case 'unknownCall':
      // Of what a safe tells itself, nothing may stay unread.
      return intent.to === safe ? [intent] : []
    default:
      return isSettings(intent) ? [intent] : []
  }
}

function isSettings(
  intent: Intent,
): intent is Extract<Intent, { kind: (typeof settingsKinds)[number] }> {
  return settingsKinds.some((kind) => kind === intent.kind)
}

function apply(settings: Settings, step: Step): Settings {
  const { owners, modules } = settings
  switch (step.kind) {
    case 'addOwner':
      return {
        ...settings,
        // The contract puts it at the head of its list.
        owners: owners && [step.owner, ...owners],
        threshold: Number(step.requirement.threshold),
      }
    case 'removeOwner':
      return {
        ...settings,
        owners: owners?.filter((owner) => owner !== step.owner),
        threshold: Number(step.requirement.threshold),
      }
    case 'swapOwner':
      return {
        ...settings,
        owners: owners?.map((owner) =>
          owner === step.oldOwner ? step.newOwner : owner,
        ),
      }
    case 'changeThreshold':
      return { ...settings, threshold: Number(step.requirement.threshold) }
    case 'enableModule':
      return { ...settings, modules: modules && [step.module, ...modules] }
    case 'disableModule':
      return {
        ...settings,
        modules: modules?.filter((module) => module !== step.module),
      }
    case 'setGuard':
      return { ...settings, guard: toList(step.guard) }
    case 'setModuleGuard':
      return { ...settings, moduleGuard: toList(step.guard) }
    case 'setFallbackHandler':
      return { ...settings, fallbackHandler: toList(step.handler) }
    case 'changeSingleton':
      return { ...settings, singleton: [step.singleton] }
    case 'migrate':
      return applyMigration(settings, step)
    case 'delegateCall':
    case 'unknownCall':
      return unknownSettings
  }
}

/** Of contracts that are not published nobody knows what they write. */
function applyMigration(
  settings: Settings,
  { singleton, handler, method }: Extract<Step, { kind: 'migrate' }>,
): Settings {
  const setsHandler = handler || method.includes('FallbackHandler')
  return {
    ...settings,
    singleton: singleton && [singleton],
    fallbackHandler: setsHandler
      ? handler && [handler]
      : settings.fallbackHandler,
  }
}

/** As `OwnerManager` and `ModuleManager` do; then all of it fails. */
function findRefusal(
  { owners, modules }: Settings,
  step: Step,
  { hasMoreModules }: SafeState,
): string | undefined {
  switch (step.kind) {
    case 'addOwner':
      return owners?.includes(step.owner)
        ? `${step.owner} is already an owner.`
        : refuseThreshold(step.requirement)
    case 'removeOwner':
      return owners && !owners.includes(step.owner)
        ? `${step.owner} is not an owner.`
        : refuseThreshold(step.requirement)
    case 'swapOwner':
      if (owners && !owners.includes(step.oldOwner))
        return `${step.oldOwner} is not an owner.`
      return owners?.includes(step.newOwner)
        ? `${step.newOwner} is already an owner.`
        : undefined
    case 'changeThreshold':
      return refuseThreshold(step.requirement)
    case 'enableModule':
      return modules?.includes(step.module)
        ? `${step.module} is already a module.`
        : undefined
    case 'disableModule':
      return modules && !hasMoreModules && !modules.includes(step.module)
        ? `${step.module} is not a module.`
        : undefined
    default:
      return undefined
  }
}

function refuseThreshold({
  threshold,
  ownerCount,
}: {
  threshold: bigint
  ownerCount: number | undefined
}): string | undefined {
  if (threshold === 0n) return 'No signature would be required.'
  return ownerCount !== undefined && threshold > BigInt(ownerCount)
    ? `The threshold would be ${threshold}, but the safe would have only ${formatCount(ownerCount, 'owner')}.`
    : undefined
}

function listRows(before: Settings, after: Settings): SettingsRow[] {
  const compare = (
    title: string,
    key: Exclude<keyof Settings, 'threshold'>,
  ): SettingsRow => ({
    kind: 'addresses',
    title,
    before: before[key],
    after: after[key],
    isChanged: !isSameSet(before[key], after[key]),
  })
  const required = toRequirement(after)
  const hadRequired = {
    threshold: before.threshold ?? 0,
    ownerCount: before.owners?.length ?? 0,
  }
  return [
    compare('Owners', 'owners'),
    {
      kind: 'threshold',
      title: 'Threshold',
      before: hadRequired,
      after: required,
      // How many owners there are is the row above.
      isChanged: hadRequired.threshold !== required?.threshold,
    },
    compare('Modules', 'modules'),
    compare('Guard', 'guard'),
    // Versions before 1.5.0 have none.
    ...(before.moduleGuard || after.moduleGuard
      ? [compare('Module guard', 'moduleGuard')]
      : []),
    compare('Fallback handler', 'fallbackHandler'),
    compare('Implementation', 'singleton'),
  ]
}

function toRequirement({
  owners,
  threshold,
}: Settings): Requirement | undefined {
  return owners && threshold !== undefined
    ? { threshold, ownerCount: owners.length }
    : undefined
}

/** The order of the contract's lists means nothing. */
function isSameSet(
  one: readonly Address[] | undefined,
  other: readonly Address[] | undefined,
): boolean {
  return (
    one?.length === other?.length &&
    one !== undefined &&
    one.every((address) => other?.includes(address))
  )
}

function toList(address: Address | null | undefined): readonly Address[] {
  return address ? [address] : []
}
