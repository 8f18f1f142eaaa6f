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
      Owners, thresholds and nonces are read from the chain and stay up to date;
      address book and settings work as ever. Lists of transactions wait.
    </Banner>
  )
}
