import * as z from 'zod/mini'
import { address, orNull, uint8 } from '../codecs.js'
import { defineEndpoint } from '../endpoint.js'

/** What the web app asks first. Data, never code: the document is one fixed file. */
export const appConfig = z.object({
  version: z.string(),
  chains: z.array(
    z.object({
      chainId: z.int(),
      shortName: z.string(),
      name: z.string(),
      rpcUrl: z.string(),
      nativeCurrency: z.object({
        name: z.string(),
        symbol: z.string(),
        decimals: uint8,
      }),
      testnet: z.boolean(),
      local: z.boolean(),
      // Gateways of older releases leave out what follows.
      l2: z.optional(z.boolean()),
      features: z.optional(z.array(z.string())),
      recommendedVersion: z.optional(z.string()),
      /** With the placeholders `{{address}}` and `{{txHash}}`. */
      blockExplorer: z.optional(
        z.object({
          name: z.string(),
          address: z.string(),
          txHash: z.string(),
        }),
      ),
      ensRegistryAddress: z.optional(address),
      multicall3Address: z.optional(address),
      /**
       * Where the price of gas comes from; none: the node is asked. Read by
       * `gasPrice` when something is sent, which the first page does not.
       */
      gasPrice: z.optional(z.array(z.unknown())),
    }),
  ),
  walletConnect: orNull(
    z.object({
      projectId: z.string(),
      /** Absent: WalletConnect's own. */
      relayUrl: z.optional(z.string()),
    }),
  ),
  demo: orNull(
    z.object({
      safes: z.array(z.object({ chainId: z.int(), address, name: z.string() })),
    }),
  ),
  /**
   * Where the stream of changes stands: what is asked for from now on has all up
   * to here in it. Absent: the gateway doesn’t say.
   */
  livePosition: z.optional(z.string()),
  /**
   * Whether any safe is kept in step with another service. Absent: the gateway
   * doesn’t say.
   */
  bridged: z.optional(z.boolean()),
  /** Hosts that may show the app in a frame of theirs; absent: none. */
  embedding: z.optional(z.object({ parents: z.array(z.string()) })),
  /** Of the served files, where somebody has signed them; absent: nobody has. */
  release: z.optional(z.object({ root: z.string(), product: z.string() })),
})
export type AppConfig = z.output<typeof appConfig>

export const getAppConfig = defineEndpoint({
  method: 'GET',
  path: '/app-config',
  summary: 'Configuration of the web app',
  response: appConfig,
})
