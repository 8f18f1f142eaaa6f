import {
  getServiceAbout,
  getServiceDeployments,
  getServiceIndexing,
  getServiceNode,
  getServiceSingletons,
} from '@covault/api/transaction-service'
import {
  type Deployment,
  findChain,
  publishedContracts,
  safeVersions,
  singletons,
} from '@covault/protocol'
import type { FastifyInstance } from 'fastify'
import { readIndexing } from '../commands/readIndexing.js'
import { type Context, getServedChain } from '../context.js'
import { NotFoundFailure } from '../failures.js'
import { version } from '../version.js'
import { serve } from './serve.js'
import { writeDate } from './writeJson.js'

/** The flavour that is spoken, not who speaks it. */
const apiVersion = 'v6.10'

export function aboutRoutes(scope: FastifyInstance, context: Context): void {
  serve(scope, context, getServiceAbout, ({ chainId, request }) => {
    const { l2, finalityDepth } = getServedChain(context, chainId)
    return {
      name: 'Covault Transaction Service',
      version,
      api_version: apiVersion,
      secure: request.protocol === 'https',
      host: request.host,
      // What callers send is not repeated: a proxy may have put secrets in.
      headers: [],
      settings: {
        AWS_CONFIGURED: false,
        AWS_S3_PUBLIC_URL: null,
        ETHEREUM_NODE_URL: null,
        ETHEREUM_TRACING_NODE_URL: null,
        ETH_INTERNAL_TXS_BLOCK_PROCESS_LIMIT: null,
        ETH_INTERNAL_NO_FILTER: false,
        ETH_L2_NETWORK: l2,
        ETH_REORG_BLOCKS: finalityDepth ?? null,
        TOKENS_LOGO_BASE_URI: null,
        TOKENS_LOGO_EXTENSION: null,
        SSO_ENABLED: false,
      },
    }
  })

  serve(scope, context, getServiceNode, async ({ chainId }) => {
    const { name } = getServedChain(context, chainId)
    const { head } = await readIndexing(context, chainId)
    return {
      version: null,
      block_number: Number(head.number),
      chain_id: chainId,
      chain: name,
      syncing: false,
    }
  })

  serve(scope, context, getServiceSingletons, async ({ chainId }) => {
    const { indexed } = await readIndexing(context, chainId)
    return listOn(chainId, singletons).map(({ address, version, l2 }) => ({
      address,
      version: l2 ? `${version}+L2` : version,
      deployer: 'Safe',
      deployedBlockNumber: 0,
      lastIndexedBlockNumber: Number(indexed.number),
      l2,
    }))
  })

  serve(scope, context, getServiceIndexing, async ({ chainId }) => {
    const { head, indexed, synced } = await readIndexing(context, chainId)
    const number = Number(indexed.number)
    const time = writeDate(indexed.time)
    return {
      currentBlockNumber: Number(head.number),
      currentBlockTimestamp: writeDate(head.time),
      erc20BlockNumber: number,
      erc20BlockTimestamp: time,
      erc20Synced: synced,
      masterCopiesBlockNumber: number,
      masterCopiesBlockTimestamp: time,
      masterCopiesSynced: synced,
      synced,
    }
  })

  serve(scope, context, getServiceDeployments, ({ chainId, query }) => {
    const known = listOn(chainId, publishedContracts)
    const versions = safeVersions.filter(
      (each) => !query.version || each === query.version,
    )
    if (versions.length === 0) throw new NotFoundFailure()
    return versions.map((version) => ({
      version,
      contracts: known
        .filter(
          (each) =>
            each.version === version &&
            (!query.contract || each.contract === query.contract),
        )
        .map(({ contract, address }) => ({ contractName: contract, address })),
    }))
  })
}

/** A local chain, or one that nobody has heard of, may have any of them. */
function listOn<deployment extends Deployment>(
  chainId: number,
  deployments: readonly deployment[],
): deployment[] {
  const known = findChain(chainId)
  const isListed = known !== undefined && !known.local
  return deployments.filter(
    ({ chainIds }) => !isListed || chainIds.includes(chainId),
  )
}
