import { useSyncExternalStore } from 'react'
import type { Dapps, DappsState } from '../../../walletConnect/dapps.js'
import {
  getService,
  type Service,
  subscribeService,
} from '../../../walletConnect/service.js'

export function useService(): Service {
  return useSyncExternalStore(subscribeService, getService)
}

export function useDapps(dapps: Dapps): DappsState {
  return useSyncExternalStore(dapps.subscribe, dapps.getState)
}
