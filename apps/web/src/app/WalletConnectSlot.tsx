import { useSuspenseQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { paths } from '../lib/paths.js'
import { usePreference } from '../preferences/preference.js'
import { walletConnectMemory } from '../preferences/walletConnect.js'
import { appConfigQuery } from '../queries/appConfig.js'

const DappDesk = lazy(async () => {
  // A part that cannot be loaded must not take the page with it.
  const part = await import('../screens/apps/walletConnect/DappDesk.js').catch(
    () => undefined,
  )
  return { default: part?.DappDesk ?? (() => null) }
})

/** Loads nothing and calls nobody unless a dapp is connected, or shall be. */
export function WalletConnectSlot() {
  const { data: config } = useSuspenseQuery(appConfigQuery)
  const { sessions } = usePreference(walletConnectMemory)
  const { pathname } = useLocation()
  const isWanted = sessions.length > 0 || pathname === paths.walletConnect
  if (!config.walletConnect || !isWanted) return null
  return (
    <Suspense>
      <DappDesk />
    </Suspense>
  )
}
