import * as z from 'zod/mini'
import {
  acceptNull,
  address,
  chainId,
  openEnum,
  orNull,
  uint8,
} from '../codecs.js'
import { defineEndpoint } from '../endpoint.js'
import { relayerTypes, rpcAuthentications } from '../enumerations.js'
import { cursor, page } from '../page.js'
import { gasPrice } from '../schemas/gasPrice.js'

/** With API_KEY_PATH the client appends its key to `value`. */
const rpcUri = z.object({
  authentication: openEnum(rpcAuthentications),
  value: z.string(),
})

const contractAddresses = z.object({
  safeSingletonAddress: orNull(address),
  safeProxyFactoryAddress: orNull(address),
  multiSendAddress: orNull(address),
  multiSendCallOnlyAddress: orNull(address),
  fallbackHandlerAddress: orNull(address),
  signMessageLibAddress: orNull(address),
  createCallAddress: orNull(address),
  simulateTxAccessorAddress: orNull(address),
  safeWebAuthnSignerFactoryAddress: orNull(address),
})

const relayer = z.object({
  type: orNull(openEnum(relayerTypes)),
  safeCreationSponsored: z.boolean(),
  safeTransactionSponsored: z.boolean(),
  enableTenderlySimulationBeforeRelay: z.boolean(),
})

export const chainInfo = z.object({
  chainId,
  chainName: z.string(),
  shortName: z.string(),
  description: z.string(),
  chainLogoUri: orNull(z.string()),
  l2: z.boolean(),
  isTestnet: z.boolean(),
  zk: acceptNull(z.boolean()),
  nativeCurrency: z.object({
    name: z.string(),
    symbol: z.string(),
    decimals: uint8,
    logoUri: acceptNull(z.string()),
  }),
  /** Without a trailing slash. */
  transactionService: z.string(),
  /** With placeholders such as `{{address}}` and `{{txHash}}`. */
  blockExplorerUriTemplate: z.object({
    address: z.string(),
    txHash: z.string(),
    api: z.string(),
  }),
  beaconChainExplorerUriTemplate: acceptNull(
    z.object({ publicKey: orNull(z.string()) }),
  ),
  disabledWallets: z.array(z.string()),
  ensRegistryAddress: orNull(address),
  balancesProvider: z.object({
    chainName: orNull(z.string()),
    enabled: z.boolean(),
  }),
  /** An open set; `chainFeatures` are those this project acts on. */
  features: z.array(z.string()),
  gasPrice: z.array(gasPrice),
  publicRpcUri: rpcUri,
  rpcUri,
  safeAppsRpcUri: rpcUri,
  theme: z.object({ textColor: z.string(), backgroundColor: z.string() }),
  recommendedMasterCopyVersion: orNull(z.string()),
  relayer: orNull(relayer),
  /** Some servers no longer send it, or send null. */
  contractAddresses: z.optional(z.nullable(contractAddresses)),
})
export type ChainInfo = z.output<typeof chainInfo>

export const getChains = defineEndpoint({
  method: 'GET',
  path: '/v1/chains',
  aliases: ['/v2/chains'],
  summary: 'Chains the gateway serves',
  query: z.object({ cursor: z.optional(cursor) }),
  response: page(chainInfo),
  paged: true,
})

export const getChain = defineEndpoint({
  method: 'GET',
  path: '/v1/chains/{chainId}',
  aliases: ['/v2/chains/{chainId}'],
  summary: 'Configuration of a chain',
  params: z.object({ chainId }),
  response: chainInfo,
})
