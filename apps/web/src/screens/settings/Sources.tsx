import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useScopeSearch } from '../../hooks/scope.js'
import { useAppConfig } from '../../hooks/useAppConfig.js'
import { formatNumber } from '../../lib/formatCount.js'
import { paths } from '../../lib/paths.js'
import { environment } from '../../preferences/environment.js'
import { usePreference } from '../../preferences/preference.js'
import { isAlone } from '../../queries/gateway.js'
import type { ChainConfig } from '../../trust/chainClient.js'
import {
  chosenByGateway,
  type EndpointSource,
  listEndpoints,
  reportedByGateway,
} from '../../trust/endpoint.js'
import { headQuery } from '../../trust/head.js'
import { Section } from '../../ui/Section.js'
import { Status } from '../../ui/Status.js'
import { describeError } from '../../words/errors.js'
import { hideKey } from './hideKey.js'
import { SettingRow } from './SettingRow.js'
import classes from './SettingsScreen.module.css'

/** Whom this browser asks, and who chose that. */
export function Sources() {
  const config = useAppConfig()
  const { gatewayUrl } = usePreference(environment)
  const search = useScopeSearch()
  return (
    <Section
      className={classes.section}
      title="RPC endpoints and gateway"
      note="used by this browser"
      end={
        <Link to={paths.environment} search={search}>
          Change servers
        </Link>
      }
    >
      {config.chains.map((chain) => (
        <ChainSource key={chain.chainId} chain={chain} />
      ))}
      <SettingRow
        title="Gateway"
        note={
          isAlone
            ? 'Everything is read from the chain by this browser. Prices, the full history and other owners’ proposals are missing.'
            : `Lists, names and prices come from ${gatewayUrl ? 'a server that you chose' : 'the gateway of this page'}. Before you sign, this browser decodes and hashes the content itself.`
        }
      >
        <span className={classes.mono}>
          {isAlone ? 'none' : hideKey(gatewayUrl ?? window.location.origin)}
        </span>
      </SettingRow>
    </Section>
  )
}

const sourceWords: Record<EndpointSource, string> = {
  own: 'Chosen by you.',
  wallet: 'Through your wallet and its own RPC endpoint.',
  folder: 'Named in the file chains.json in the folder of this page.',
  release: 'Default of this Covault release.',
  gateway:
    'No other RPC endpoint is set, so the gateway chose this one. Through it, the gateway’s operator could also misreport the chain. Set your own endpoint to prevent that.',
  door: 'No RPC endpoint is known for this network, so the gateway answers directly. Set your own endpoint to check what it reports.',
}

function ChainSource({ chain }: { chain: ChainConfig }) {
  const { data: head, error } = useQuery(headQuery(chain))
  const [endpoint] = listEndpoints(chain)
  const { source } = endpoint
  return (
    <SettingRow
      title={`${chain.name} (chain ID ${chain.chainId})`}
      note={sourceWords[source]}
    >
      <span className={classes.mono}>
        {endpoint.source === 'wallet' ? 'wallet' : hideKey(endpoint.url)}
      </span>
      {(source === 'gateway' || source === 'door') && (
        <p>
          <Status kind="warn">
            {source === 'door' ? reportedByGateway : chosenByGateway}
          </Status>
        </p>
      )}
      <p>
        {error ? (
          <Status kind="danger">{describeError(error)}</Status>
        ) : (
          head && (
            <Status kind="ok">
              {`Block ${formatNumber(head.number)}, ${formatNumber(head.latency)} ms`}
            </Status>
          )
        )}
      </p>
    </SettingRow>
  )
}
