import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useAppConfig } from '../hooks/useAppConfig.js'
import { paths } from '../lib/paths.js'
import { toSafeSearch } from '../lib/safeParameter.js'
import { connectionQuery } from '../wallet/connection.js'

/** In the frame of a host, a page about no safe becomes one about the host's. */
export function useHostSafe(): void {
  const config = useAppConfig()
  const { data: connection } = useQuery(connectionQuery)
  const safe = useSearch({ strict: false, select: (search) => search.safe })
  const navigate = useNavigate()
  const isHosted = window.parent !== window && connection?.walletName === 'Safe'
  const address = isHosted ? connection.account : null
  const chain = config.chains.find(
    ({ chainId }) => chainId === connection?.chainId,
  )
  useEffect(() => {
    if (!address || !chain || safe !== undefined) return
    void navigate({
      to: paths.home,
      search: toSafeSearch({ chain, address }),
      replace: true,
    })
  }, [address, chain, safe, navigate])
}
