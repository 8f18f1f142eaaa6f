import { type AppConfig, type Client, call, defineEndpoint } from '@covault/api'
import { findChain, isDecimals, shortNamePattern } from '@covault/protocol'
import { type Address, getAddress, isAddress } from 'viem'
import * as z from 'zod/mini'
import {
  isNameTaken,
  isTaken,
  type OwnNetwork,
  ownNetworks,
} from '../preferences/networks.js'
import type { ChainConfig } from '../trust/chainClient.js'

const address = z.pipe(
  z.string().check(z.refine((text) => isAddress(text, { strict: false }))),
  z.transform((text): Address => getAddress(text)),
)
const currency = z.object({
  name: z.string(),
  symbol: z.string(),
  decimals: z.int().check(z.refine(isDecimals)),
})
const token = z.object({
  chainId: z.int(),
  address,
  name: z.string(),
  symbol: z.string(),
  decimals: z.int().check(z.refine(isDecimals)),
})

/**
 * The file beside the page. Of a network that the release knows its id and an
 * RPC endpoint are enough; of any other it says all.
 */
const folderConfig = z.object({
  version: z.optional(z.string()),
  chains: z.array(
    z.object({
      chainId: z.int(),
      rpcUrl: z.string(),
      shortName: z.optional(
        z.string().check(z.regex(new RegExp(`^${shortNamePattern}$`))),
      ),
      name: z.optional(z.string()),
      nativeCurrency: z.optional(currency),
      testnet: z.optional(z.boolean()),
    }),
  ),
  /** Listed with the accounts. */
  safes: z.optional(
    z.array(z.object({ chainId: z.int(), address, name: z.string() })),
  ),
  /** Whose balances are looked for besides the native currency. */
  tokens: z.optional(z.array(token)),
})
export type FolderToken = z.output<typeof token>

export type FolderConfig = AppConfig & { tokens: readonly FolderToken[] }

const getFolderConfig = defineEndpoint({
  method: 'GET',
  path: '/chains.json',
  summary: 'Networks and RPC endpoints, written by hand beside the page',
  response: folderConfig,
})

export async function readFolderConfig(
  home: Client,
  signal: AbortSignal,
): Promise<FolderConfig> {
  const written = await call(home, getFolderConfig, { signal, retryLimit: 1 })
  const { version = '', chains, safes = [], tokens = [] } = written
  return {
    version,
    chains: addOwnNetworks(chains.map(completeChain), ownNetworks.read()),
    walletConnect: null,
    demo: safes.length > 0 ? { safes } : null,
    tokens,
  }
}

type Written = z.output<typeof folderConfig>['chains'][number]

function completeChain(written: Written): AppConfig['chains'][number] {
  const { chainId, rpcUrl } = written
  const known = findChain(chainId)
  if (known) {
    const { name, shortName, testnet, local, nativeCurrency } = known
    return { chainId, rpcUrl, name, shortName, testnet, local, nativeCurrency }
  }
  return {
    chainId,
    rpcUrl,
    name: written.name ?? `Chain ${chainId}`,
    shortName: written.shortName ?? String(chainId),
    testnet: written.testnet ?? false,
    local: false,
    nativeCurrency: written.nativeCurrency ?? {
      name: 'Ether',
      symbol: 'ETH',
      decimals: 18,
    },
  }
}

/**
 * With those that the reader typed in. Where the file has one as well its names
 * stand, and the reader's RPC endpoint is asked.
 */
export function addOwnNetworks(
  chains: readonly ChainConfig[],
  own: readonly OwnNetwork[],
): ChainConfig[] {
  const listed = chains.map((chain): ChainConfig => {
    const typed = own.find(({ chainId }) => chainId === chain.chainId)
    return typed ? { ...chain, rpcUrl: typed.rpcUrl, isOwn: true } : chain
  })
  const all = [...listed]
  for (const network of own)
    if (all.every(({ chainId }) => chainId !== network.chainId))
      all.push(describeOwn(network, all))
  return all
}

function describeOwn(
  { chainId, rpcUrl, described }: OwnNetwork,
  others: readonly ChainConfig[],
): ChainConfig {
  const { symbol, name, shortName } = described ?? {}
  // A newer release or file, or another tab, may have given them to another
  // network.
  const isFree = shortName !== undefined && !isTaken(shortName, others)
  const isOnlyOne = name !== undefined && !isNameTaken(name, others)
  const chain = completeChain({
    ...{ chainId, rpcUrl },
    ...(isOnlyOne && { name }),
    ...(isFree && { shortName }),
    ...(symbol && { nativeCurrency: { name: symbol, symbol, decimals: 18 } }),
  })
  return { ...chain, isOwn: true }
}
