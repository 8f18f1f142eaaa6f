import { useQueries, useQuery } from '@tanstack/react-query'
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
  const chain = useSafeScope()?.chain
  const { chains } = useAppConfig()
  const { isError: isGatewayAway, refetch } = useQuery(livenessQuery)
  const heads = useQueries({
    queries: (chain ? [chain] : chains).map((one) => headQuery(one)),
  })
  const [head] = heads
  return (
    <>
      {isGatewayAway && (
        <Banner
          title={writeUnreachable('the gateway')}
          action={<RetryButton size="xs" variant="default" onRetry={refetch} />}
        >
          {explainGateway(
            chains,
            heads.every(({ isError }) => isError),
          )}
        </Banner>
      )}
      {chain &&
        head?.error &&
        !(isGatewayAway && isReadThroughGateway(chain)) && (
          <Banner
            title={writeUnreachable(chain.name)}
            action={
              <RetryButton size="xs" variant="default" onRetry={head.refetch} />
            }
          >
            {describeError(head.error)} Until it answers, nothing can be
            executed or checked against the chain. You can still import a
            transaction from a link, file or code, sign it, and send it back.
          </Banner>
        )}
    </>
  )
}

function explainGateway(
  chains: readonly ChainConfig[],
  isChainAway: boolean,
): string {
  const unread = chains.filter(isReadThroughGateway)
  if (unread.length > 0)
    return `The gateway is the only RPC endpoint for ${unread.map(({ name }) => name).join(', ')}. To read without it, set your own in Settings, Servers.`
  if (isChainAway)
    return 'New signatures are kept in this browser until the gateway answers.'
  return 'Working without the gateway: safes, known tokens and recent history are read from the chain, and new signatures are kept in this browser. The shared queue, the full history and prices return when the gateway answers.'
}
