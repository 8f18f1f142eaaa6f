import * as z from 'zod/mini'
import { address } from '../codecs.js'
import { defineServiceEndpoint } from './serviceEndpoint.js'

const unset = z.nullable(z.string())

export const getServiceAbout = defineServiceEndpoint({
  method: 'GET',
  path: '/v1/about/',
  summary: 'Which service answers',
  response: z.strictObject({
    name: z.string(),
    version: z.string(),
    api_version: z.string(),
    secure: z.boolean(),
    host: z.string(),
    headers: z.array(z.string()),
    settings: z.strictObject({
      AWS_CONFIGURED: z.boolean(),
      AWS_S3_PUBLIC_URL: unset,
      /** An address of a node may hold a key, so it is never told. */
      ETHEREUM_NODE_URL: unset,
      ETHEREUM_TRACING_NODE_URL: unset,
      ETH_INTERNAL_TXS_BLOCK_PROCESS_LIMIT: z.nullable(z.number()),
      ETH_INTERNAL_NO_FILTER: z.boolean(),
      ETH_L2_NETWORK: z.boolean(),
      ETH_REORG_BLOCKS: z.nullable(z.number()),
      TOKENS_LOGO_BASE_URI: unset,
      TOKENS_LOGO_EXTENSION: unset,
      SSO_ENABLED: z.boolean(),
    }),
  }),
})

export const getServiceNode = defineServiceEndpoint({
  method: 'GET',
  path: '/v1/about/ethereum-rpc/',
  aliases: ['/v1/about/ethereum-tracing-rpc/'],
  summary: 'Chain facts reported by the node',
  response: z.strictObject({
    version: unset,
    block_number: z.number(),
    chain_id: z.number(),
    chain: z.string(),
    syncing: z.boolean(),
  }),
})

export const getServiceSingletons = defineServiceEndpoint({
  method: 'GET',
  path: '/v1/about/singletons/',
  aliases: ['/v1/about/master-copies/'],
  summary: 'Implementations that safes on this chain use',
  response: z.array(
    z.strictObject({
      address,
      version: z.string(),
      deployer: z.string(),
      deployedBlockNumber: z.number(),
      lastIndexedBlockNumber: z.number(),
      l2: z.boolean(),
    }),
  ),
})

export const getServiceIndexing = defineServiceEndpoint({
  method: 'GET',
  path: '/v1/about/indexing/',
  summary: 'How far the chain is indexed',
  response: z.strictObject({
    currentBlockNumber: z.number(),
    currentBlockTimestamp: z.string(),
    erc20BlockNumber: z.number(),
    erc20BlockTimestamp: z.string(),
    erc20Synced: z.boolean(),
    masterCopiesBlockNumber: z.number(),
    masterCopiesBlockTimestamp: z.string(),
    masterCopiesSynced: z.boolean(),
    synced: z.boolean(),
  }),
})

export const getServiceDeployments = defineServiceEndpoint({
  method: 'GET',
  path: '/v1/about/deployments/',
  summary: "Safe's own contracts by version",
  missing: 'nothing',
  query: z.object({
    version: z.optional(z.string()),
    contract: z.optional(z.string()),
  }),
  response: z.array(
    z.strictObject({
      version: z.string(),
      contracts: z.array(z.strictObject({ contractName: z.string(), address })),
    }),
  ),
})
