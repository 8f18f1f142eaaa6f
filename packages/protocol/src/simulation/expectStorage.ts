import type { Address } from 'viem'
import type { Intent } from '../intent.js'
import type { CriticalStorage } from './criticalStorage.js'

/**
 * What the recognised settings calls of a transaction make of the safe's
 * storage. Code that runs as the safe and is not known explains nothing.
 */
export function expectStorage(
  before: CriticalStorage,
  { safe, intent }: { safe: Address; intent: Intent },
): CriticalStorage {
  const expected = listSettingsCalls(intent, safe).reduce(apply, before)
  return {
    ...expected,
    ownerCount: BigInt(expected.owners.length),
    nonce: before.nonce + 1n,
  }
}

function listSettingsCalls(intent: Intent, safe: Address): Intent[] {
  if (intent.kind === 'batch')
    return intent.intents.flatMap((inner) => listSettingsCalls(inner, safe))
  if (intent.kind === 'executeTransaction')
    return intent.intent ? listSettingsCalls(intent.intent, safe) : []
  return 'safe' in intent && intent.safe === safe ? [intent] : []
}

function apply(storage: CriticalStorage, call: Intent): CriticalStorage {
  const { owners, modules } = storage
  switch (call.kind) {
    case 'addOwner':
      return {
        ...storage,
        owners: [call.owner, ...owners],
        threshold: call.requirement.threshold,
      }
    case 'removeOwner':
      return {
        ...storage,
        owners: owners.filter((owner) => owner !== call.owner),
        threshold: call.requirement.threshold,
      }
    case 'swapOwner':
      return {
        ...storage,
        owners: owners.map((owner) =>
          owner === call.oldOwner ? call.newOwner : owner,
        ),
      }
    case 'changeThreshold':
      return { ...storage, threshold: call.requirement.threshold }
    case 'enableModule':
      return { ...storage, modules: [call.module, ...modules] }
    case 'disableModule':
      return {
        ...storage,
        modules: modules.filter((module) => module !== call.module),
      }
    case 'setGuard':
      return { ...storage, guard: toWord(call.guard) }
    case 'setModuleGuard':
      return { ...storage, moduleGuard: toWord(call.guard) }
    case 'setFallbackHandler':
      return { ...storage, fallbackHandler: toWord(call.handler) }
    case 'changeSingleton':
      return { ...storage, singleton: toWord(call.singleton) }
    case 'migrate':
      return {
        ...storage,
        singleton: call.singleton ? toWord(call.singleton) : storage.singleton,
        fallbackHandler: call.handler
          ? toWord(call.handler)
          : storage.fallbackHandler,
      }
    default:
      return storage
  }
}

function toWord(address: Address | undefined): bigint {
  return address ? BigInt(address) : 0n
}
