import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useAppConfig } from '../hooks/useAppConfig.js'
import { servedConfigQuery } from '../queries/appConfig.js'
import { Banner } from '../ui/Banner.js'

/** Says that a newer app is served. When to load it is the reader's choice. */
export function VersionBanner() {
  const config = useAppConfig()
  const { data: served } = useQuery(servedConfigQuery)
  if (!served || served.version === config.version) return null
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
