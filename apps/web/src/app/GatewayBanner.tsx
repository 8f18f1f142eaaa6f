import { useQuery } from '@tanstack/react-query'
import { useAppConfig } from '../hooks/useAppConfig.js'
import { livenessQuery } from '../queries/health.js'
import { isReadThroughGateway } from '../trust/endpoint.js'
import { Banner } from '../ui/Banner.js'
import { RetryButton } from '../ui/RetryButton.js'

export function GatewayBanner() {
  const { isError, refetch } = useQuery(livenessQuery)
  const config = useAppConfig()
  if (!isError) return null
  const unread = config.chains.filter(isReadThroughGateway)
  return (
    <Banner
      title="The gateway does not answer."
      action={<RetryButton size="xs" variant="default" onRetry={refetch} />}
    >
      {unread.length > 0
        ? `It is the only RPC endpoint for ${unread.map(({ name }) => name).join(', ')}. Set your own in the environment settings to read without it.`
        : 'Owners, thresholds and nonces are read from the chain and stay up to date; address book and settings work as ever. Lists of transactions wait.'}
    </Banner>
  )
}
