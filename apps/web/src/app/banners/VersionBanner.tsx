import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useAppConfig } from '../../hooks/useAppConfig.js'
import { useServedRelease } from '../../hooks/useServedRelease.js'
import { servedConfigQuery } from '../../queries/appConfig.js'
import { Banner } from '../../ui/Banner.js'

/**
 * Says that a newer app is served. When to load it is the reader's choice. With
 * a saved copy, a reload brings the same again: `ReleaseBanner` offers it then.
 */
export function VersionBanner() {
  const config = useAppConfig()
  // A page that has just come is the newest there is.
  const { data: served } = useQuery({
    ...servedConfigQuery,
    initialData: config,
    initialDataUpdatedAt: performance.timeOrigin,
  })
  const { kept } = useServedRelease()
  if (kept || !served || served.version === config.version) return null
  return (
    <Banner
      kind="news"
      title={`Version ${served.version} is available.`}
      action={
        <Button
          size="xs"
          variant="default"
          onClick={() => window.location.reload()}
        >
          Reload page
        </Button>
      }
    >
      This page is version {config.version} and still works. Finish what you’re
      doing, then reload.
    </Banner>
  )
}
