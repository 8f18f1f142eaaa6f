import { useSyncExternalStore } from 'react'
import { usePathname } from '../../hooks/usePathname.js'
import { formatCount } from '../../lib/formatCount.js'
import { paths } from '../../lib/paths.js'
import { listKept, subscribePreferences } from '../../preferences/preference.js'
import { Banner } from '../../ui/Banner.js'
import { LinkButton } from '../../ui/LinkButton.js'

/** Something stored could not be read; it is there, and it is said so. */
export function KeptBanner() {
  const count = useSyncExternalStore(
    subscribePreferences,
    () => listKept().length,
  )
  const pathname = usePathname()
  if (count === 0 || pathname === paths.data) return null
  return (
    <Banner
      title={`${formatCount(count, 'entry')} saved in this browser can’t be read.`}
      action={
        <LinkButton to={paths.data} size="xs" variant="default">
          Show data
        </LinkButton>
      }
    >
      Nothing was deleted, and Covault works without this data.
    </Banner>
  )
}
