import { type EndpointWire, getChain, getChains } from '@covault/api'
import {
  createCallLibraries,
  type Deployment,
  fallbackHandlers,
  findDeployment,
  multiSends,
  proxyFactories,
  type SafeVersion,
  signMessageLibraries,
  simulateTxAccessors,
  singletons,
} from '@covault/protocol'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Address } from 'viem'
import type { ChainConfig } from '../chainsConfig.js'
import { type Context, getServedChain } from '../context.js'
import { InputFailure } from '../failures.js'
import { readOrigin, readPlace, toLinks } from '../http/links.js'
import { route } from '../http/route.js'
import { toGasPrices } from '../wire/gasPrices.js'
import { findOpenUrl, toDoorPath } from '../wire/rpcAddress.js'

type ChainWire = EndpointWire<typeof getChain>

export function chainRoutes(app: FastifyInstance, context: Context): void {
  const { config } = context

  const toChain = async (chain: ChainConfig, request: FastifyRequest) =>
    describeChain(chain, request, await context.readMissing(chain.chainId))

  route(app, getChains, async ({ query, request, url }) => {
    assertServiceKey(request)
    const place = readPlace(query.cursor, { maximum: 100 })
    const { limit, offset } = place
    const shown = config.chains.slice(offset, offset + limit)
    const more = offset + limit < config.chains.length
    return {
      count: config.chains.length,
      // The list is short and stands still: its place is its key.
      ...toLinks({ request, url }, place, {
        last: more ? String(offset + limit) : undefined,
      }),
      results: await Promise.all(shown.map((chain) => toChain(chain, request))),
    }
  })

  route(app, getChain, ({ params, request }) => {
    assertServiceKey(request)
    return toChain(getServedChain(context, params.chainId), request)
  })
}

/** The later form of these routes wants to know who asks; all get the same. */
function assertServiceKey({ routeOptions, query }: FastifyRequest): void {
  if (!routeOptions.url?.startsWith('/v2/')) return
  const { serviceKey } = query as { serviceKey?: unknown }
  if (typeof serviceKey === 'string') return
  throw new InputFailure({
    code: 'invalid_type',
    expected: 'string',
    path: ['serviceKey'],
    message: `Invalid input: expected string, received ${
      serviceKey === undefined ? 'undefined' : 'array'
    }`,
  })
}

function describeChain(
  chain: ChainConfig,
  request: FastifyRequest,
  missing: ReadonlySet<Address>,
): ChainWire {
  const { chainId } = chain
  const version = chain.recommendedVersion
  const { open, named } = toRpcUris(chain, request)
  return {
    chainId: String(chainId),
    chainName: chain.name,
    shortName: chain.shortName,
    description: chain.description,
    chainLogoUri: null,
    l2: chain.l2,
    isTestnet: chain.testnet,
    zk: false,
    nativeCurrency: { ...chain.nativeCurrency, logoUri: '' },
    transactionService: `${readOrigin(request)}/tx-service/${chain.shortName}`,
    blockExplorerUriTemplate: toExplorer(chain, readOrigin(request)),
    beaconChainExplorerUriTemplate: { publicKey: null },
    disabledWallets: [],
    ensRegistryAddress: chain.ensRegistryAddress ?? null,
    balancesProvider: { chainName: null, enabled: false },
    features: [...new Set([...chain.features, ...ownFeatures])],
    gasPrice: toGasPrices(chain),
    publicRpcUri: open,
    rpcUri: named,
    safeAppsRpcUri: named,
    theme: chain.theme,
    recommendedMasterCopyVersion: version,
    relayer: null,
    contractAddresses: toContractAddresses(chainId, version, missing),
  }
}

/** What was published, as it was; open to all is that, or our own door. */
function toRpcUris(
  chain: ChainConfig,
  request: FastifyRequest,
): { open: ChainWire['rpcUri']; named: ChainWire['rpcUri'] } {
  const { publicRpcUrl, rpcAuthentication: authentication } = chain
  const door: ChainWire['rpcUri'] = {
    authentication: 'NO_AUTHENTICATION',
    value: `${readOrigin(request)}${toDoorPath(chain)}`,
  }
  if (publicRpcUrl === undefined) return { open: door, named: door }
  const named = { authentication, value: publicRpcUrl }
  return { open: findOpenUrl(chain) === undefined ? door : named, named }
}

/** What this gateway does on every chain. */
const ownFeatures = [
  ...['DELETE_TX', 'PROPOSERS', 'TX_NOTES'],
  // Pages of other front ends that need nothing which is not served here.
  ...['BATCHING', 'COUNTERFACTUAL', 'MY_ACCOUNTS', 'SEND_FLOW'],
]

/**
 * Other front ends take these for addresses and fail on empty ones. Where
 * nobody runs an explorer, the app served here shows what there is to see.
 */
function toExplorer(
  { blockExplorer, shortName }: ChainConfig,
  origin: string,
): ChainWire['blockExplorerUriTemplate'] {
  return {
    address:
      blockExplorer?.address ?? `${origin}/home?safe=${shortName}:{{address}}`,
    txHash: blockExplorer?.txHash ?? `${origin}/transactions/tx?id={{txHash}}`,
    api: blockExplorer?.api || `${origin}/api`,
  }
}

function toContractAddresses(
  chainId: number,
  version: SafeVersion,
  missing: ReadonlySet<Address>,
): ChainWire['contractAddresses'] {
  const find = (list: readonly Deployment[]) => {
    const there = list.filter(({ address }) => !missing.has(address))
    return findDeployment(there, { version, chainId })?.address ?? null
  }
  return {
    safeSingletonAddress: find(singletons.filter(({ l2 }) => l2)),
    safeProxyFactoryAddress: find(proxyFactories),
    multiSendAddress: find(multiSends.filter(({ callOnly }) => !callOnly)),
    multiSendCallOnlyAddress: find(
      multiSends.filter(({ callOnly }) => callOnly),
    ),
    fallbackHandlerAddress: find(fallbackHandlers),
    signMessageLibAddress: find(signMessageLibraries),
    createCallAddress: find(createCallLibraries),
    simulateTxAccessorAddress: find(simulateTxAccessors),
    safeWebAuthnSignerFactoryAddress: null,
  }
}
