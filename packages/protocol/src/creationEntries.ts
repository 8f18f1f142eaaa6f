import type { Address, Hex } from 'viem'
import type { SafeEvent, SafeEventOf } from './events.js'

/** A decoded log and its place in the block. */
export type LoggedEvent = { logIndex: number; event: SafeEvent }

/** A factory made a proxy. Anybody can log this: ask for the factory. */
export type CreationEntry = {
  type: 'creation'
  logIndex: number
  factory: Address
  safe: Address
  /** The factory's word; unknown before 1.3.0. */
  initialSingleton: Address | undefined
  /** After `setup`, which may have moved the safe to another one. */
  singleton: Address | undefined
  /** From the L2 methods of the 1.5.0 factory only. */
  initialization:
    | { initializer: Hex; saltNonce: bigint; chainSpecific: boolean }
    | undefined
}

type FactoryEvent = SafeEventOf<
  'proxyCreation' | 'proxyCreationL2' | 'chainSpecificProxyCreationL2'
>

/** The L2 methods of the 1.5.0 factory log a creation twice. */
export function findCreations(logs: readonly LoggedEvent[]): CreationEntry[] {
  const singletons = findLastSingletons(logs)
  const creations = new Map<string, CreationEntry>()
  for (const { logIndex, event } of logs) {
    if (!isFactoryEvent(event)) continue
    const key = `${event.address} ${event.proxy}`
    const known = creations.get(key)
    creations.set(key, {
      type: 'creation',
      logIndex: known?.logIndex ?? logIndex,
      factory: event.address,
      safe: event.proxy,
      initialSingleton: known?.initialSingleton ?? event.singleton,
      singleton: singletons.get(event.proxy) ?? event.singleton,
      initialization: known?.initialization ?? toInitialization(event),
    })
  }
  return [...creations.values()]
}

/** Logged before the creation, and yet later: `setup` runs inside of it. */
function findLastSingletons(
  logs: readonly LoggedEvent[],
): Map<Address, Address> {
  return new Map(
    logs.flatMap(({ event }): [Address, Address][] =>
      event.type === 'changedMasterCopy'
        ? [[event.address, event.singleton]]
        : [],
    ),
  )
}

function isFactoryEvent(event: SafeEvent): event is FactoryEvent {
  return 'proxy' in event
}

function toInitialization(event: FactoryEvent) {
  if (event.type === 'proxyCreation') return undefined
  const { type, initializer, saltNonce } = event
  const chainSpecific = type === 'chainSpecificProxyCreationL2'
  return { initializer, saltNonce, chainSpecific }
}
