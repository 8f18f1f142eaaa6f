import { useQuery } from '@tanstack/react-query'
import { livenessQuery } from '../queries/health.js'
import { Banner } from '../ui/Banner.js'
import { RetryButton } from '../ui/RetryButton.js'

export function GatewayBanner() {
  const { isError, refetch } = useQuery(livenessQuery)
  if (!isError) return null
  return (
    <Banner
      title="The gateway does not answer."
      action={<RetryButton size="xs" variant="default" onRetry={refetch} />}
    >
      Safes are read from the chain and stay up to date; opening another page
      may have to wait.
    </Banner>
  )
}
