import type { SafeReference } from '@covault/api'
import { useMemo } from 'react'
import { BridgeStatus } from '../components/BridgeStatus.js'
import { MembersNotice } from '../components/MembersNotice.js'
import { usePrefetch } from '../flows/machine/usePrefetch.js'
import { usePrefetchWhenIdle } from '../flows/machine/usePrefetchWhenIdle.js'
import { useSafeScope } from '../hooks/scope.js'
import { usePathname } from '../hooks/usePathname.js'
import { useReadNames } from '../hooks/useReadNames.js'
import { useReleaseWatch } from '../hooks/useReleaseWatch.js'
import { NetworkLine } from './banners/NetworkLine.js'
import { ReleaseBanner } from './banners/ReleaseBanner.js'
import { VersionBanner } from './banners/VersionBanner.js'
import { loadPalette } from './FindButton.js'
import { OwnerNames } from './OwnerNames.js'
import { OwnerTrail } from './OwnerTrail.js'
import { loadNotices, loadStandIn } from './providers.js'
import { useDroppedFile } from './useDroppedFile.js'
import { useGatewayPatience } from './useGatewayPatience.js'
import { useFollowedSafes, useLive } from './useLive.js'
import { useLocalNews } from './useLocalNews.js'
import { WalletConnectSlot } from './WalletConnectSlot.js'

/** Files that are here before somebody needs them. */
const prefetched = [loadStandIn, loadNotices, loadPalette]

/** What every page has, and none needs for its first content. */
export function Afterwards() {
  const place = useReference()
  useGatewayPatience()
  usePrefetchWhenIdle(usePathname(), place, prefetched)
  useLive(useFollowedSafes())
  usePrefetch(place)
  useDroppedFile()
  useLocalNews()
  useReleaseWatch()
  useReadNames()
  return (
    <>
      <NetworkLine />
      <MembersNotice />
      <ReleaseBanner />
      <VersionBanner />
      <OwnerNames />
      <WalletConnectSlot />
      <OwnerTrail />
      <BridgeStatus />
    </>
  )
}

/** The safe of this page; the same object as long as it is the same safe. */
function useReference(): SafeReference | undefined {
  const scope = useSafeScope()
  const chainId = scope?.chain.chainId
  const address = scope?.address
  return useMemo(
    () => (chainId !== undefined && address ? { chainId, address } : undefined),
    [chainId, address],
  )
}
