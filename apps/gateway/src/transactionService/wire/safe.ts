import type { EndpointWire } from '@covault/api'
import type {
  getServiceSafe,
  listServiceOwnedSafes,
} from '@covault/api/transaction-service'
import { zeroAddress } from 'viem'
import type { StoredState } from '../../store/safeStates.js'

export type SafeWire = EndpointWire<typeof getServiceSafe>
export type ListedSafeWire = EndpointWire<
  typeof listServiceOwnedSafes
>['results'][number]

/** Clients want an address where there is none: the zero address. */
export function toSafe(state: StoredState): SafeWire {
  return {
    address: state.safe,
    nonce: String(state.nonce),
    threshold: Number(state.threshold),
    owners: [...state.owners],
    masterCopy: state.singleton,
    modules: [...state.modules],
    fallbackHandler: state.fallbackHandler ?? zeroAddress,
    guard: state.guard ?? zeroAddress,
    moduleGuard: state.moduleGuard ?? zeroAddress,
    version: state.version,
  }
}

export function toListedSafe(state: StoredState): ListedSafeWire {
  return {
    address: state.safe,
    owners: [...state.owners],
    threshold: Number(state.threshold),
    nonce: Number(state.nonce),
    masterCopy: state.singleton,
    fallbackHandler: state.fallbackHandler ?? zeroAddress,
    guard: state.guard ?? zeroAddress,
    moduleGuard: state.moduleGuard ?? zeroAddress,
    enabledModules: [...state.modules],
  }
}
