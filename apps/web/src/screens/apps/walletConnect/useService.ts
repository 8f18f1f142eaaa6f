import { useSyncExternalStore } from 'react'
import type { Dapps, DappsState } from '../../../walletConnect/dapps.js'
import { type Service, service } from '../../../walletConnect/service.js'

export function useService(): Service {
  return useSyncExternalStore(service.subscribe, service.read)
}

export function useDapps(dapps: Dapps): DappsState {
  return useSyncExternalStore(dapps.subscribe, dapps.getState)
}
