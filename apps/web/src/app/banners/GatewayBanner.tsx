import { useQuery } from '@tanstack/react-query'
import { useSafeScope } from '../../hooks/scope.js'
import { useAppConfig } from '../../hooks/useAppConfig.js'
import { livenessQuery } from '../../queries/health.js'
import type { ChainConfig } from '../../trust/chainClient.js'
import { isReadThroughGateway } from '../../trust/endpoint.js'
import { headQuery } from '../../trust/head.js'
import { Banner } from '../../ui/Banner.js'
import { RetryButton } from '../../ui/RetryButton.js'
import { describeError } from '../../words/errors.js'
import { writeUnreachable } from '../../words/outages.js'

/** Who cannot be reached: the gateway, or the network of the open safe. */
export function GatewayBanner() {
  const { isError, refetch } = useQuery(livenessQuery)
  const { chains } = useAppConfig()
  const scope = useSafeScope()
  return (
    <>
      {isError && (
        <Banner
          title={writeUnreachable('the gateway')}
          action={<RetryButton size="xs" variant="default" onRetry={refetch} />}
        >
          {explainGateway(chains)}
        </Banner>
      )}
      {scope && !(isError && isReadThroughGateway(scope.chain)) && (
        <NetworkBanner chain={scope.chain} />
      )}
    </>
  )
}

function NetworkBanner({ chain }: { chain: ChainConfig }) {
  const { error, refetch } = useQuery(headQuery(chain))
  if (!error) return null
  return (
    <Banner
      title={writeUnreachable(chain.name)}
      action={<RetryButton size="xs" variant="default" onRetry={refetch} />}
    >
      {describeError(error)} You can’t sign or execute anything on this network
      until it answers.
    </Banner>
  )
}

function explainGateway(chains: readonly ChainConfig[]): string {
  const unread = chains.filter(isReadThroughGateway)
  return unread.length > 0
    ? `The gateway is the only RPC endpoint for ${unread.map(({ name }) => name).join(', ')}. To read without it, set your own in Settings, Servers.`
    : 'Working without the gateway: safes, known tokens and recent history are read from the chain, and new signatures are kept in this browser. The shared queue, the full history and prices return when the gateway answers.'
}
