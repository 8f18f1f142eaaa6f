import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { AppSearch } from '../../../lib/searchText.js'
import type { Dapps } from '../../../walletConnect/dapps.js'
import type { WaitingRequest } from '../../../walletConnect/openRequests.js'

export const requestFlows = {
  calls: 'app-request',
  message: 'app-message',
} as const

/** The review of a request comes over the page that is shown. */
export function useOpenRequest(dapps: Dapps) {
  const navigate = useNavigate()
  return useCallback(
    ({ key, kind }: Pick<WaitingRequest, 'key' | 'kind'>) => {
      const id = dapps.openRequest(key)
      if (id === undefined) return
      void navigate({
        to: '.',
        search: ({ safe, appUrl }: AppSearch) => ({
          ...(safe === undefined ? {} : { safe }),
          ...(appUrl === undefined ? {} : { appUrl }),
          flow: requestFlows[kind],
          id,
        }),
      })
    },
    [dapps, navigate],
  )
}
