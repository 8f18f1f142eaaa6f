import { BridgeStatus } from '../components/BridgeStatus.js'
import { MembersNotice } from '../components/MembersNotice.js'
import { usePrefetch } from '../flows/machine/usePrefetch.js'
import { usePrefetchWhenIdle } from '../flows/machine/usePrefetchWhenIdle.js'
import { usePathname } from '../hooks/usePathname.js'
import { useReadNames } from '../hooks/useReadNames.js'
import { useReleaseWatch } from '../hooks/useReleaseWatch.js'
import { ReleaseBanner } from './banners/ReleaseBanner.js'
import { VersionBanner } from './banners/VersionBanner.js'
import { OwnerNames } from './OwnerNames.js'
import { OwnerTrail } from './OwnerTrail.js'
import { loadNotices, loadStandIn } from './providers.js'
import { useDroppedFile } from './useDroppedFile.js'
import { useFollowedSafes, useLive } from './useLive.js'
import { useLocalNews } from './useLocalNews.js'
import { WalletConnectSlot } from './WalletConnectSlot.js'

/** Files that are here before somebody needs them. */
const prefetched = [loadStandIn, loadNotices]

/** What every page has, and none needs for its first content. */
export function Afterwards() {
  usePrefetchWhenIdle(usePathname(), prefetched)
  useLive(useFollowedSafes())
  usePrefetch()
  useDroppedFile()
  useLocalNews()
  useReleaseWatch()
  useReadNames()
  return (
    <>
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
