import { lazy, Suspense } from 'react'
import { useAppConfig } from '../hooks/useAppConfig.js'
import { usePathname } from '../hooks/usePathname.js'
import { paths } from '../lib/paths.js'
import { usePreference } from '../preferences/preference.js'
import { walletConnectMemory } from '../preferences/walletConnect.js'

const DappDesk = lazy(async () => {
  // A part that cannot be loaded must not take the page with it.
  const part = await import('../screens/apps/walletConnect/DappDesk.js').catch(
    () => undefined,
  )
  return { default: part?.DappDesk ?? (() => null) }
})

/** Loads nothing and calls nobody unless a dapp is connected, or shall be. */
export function WalletConnectSlot() {
  const config = useAppConfig()
  const { sessions } = usePreference(walletConnectMemory)
  const pathname = usePathname()
  const isWanted = sessions.length > 0 || pathname === paths.walletConnect
  if (!config.walletConnect || !isWanted) return null
  return (
    <Suspense>
      <DappDesk />
    </Suspense>
  )
}
