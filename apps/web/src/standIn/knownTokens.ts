import type { QueryClient } from '@tanstack/react-query'
import type { Address } from 'viem'
import { appConfigQuery } from '../queries/appConfig.js'
import type { FolderToken } from '../queries/folderConfig.js'
import type { ContractFacts } from '../trust/contracts.js'
import type { TokenBook } from './transactionInfo.js'

/** Those that the file beside the page lists for a network. */
export async function listFolderTokens(
  cache: QueryClient,
  chainId: number,
): Promise<FolderToken[]> {
  const config = await cache.ensureQueryData(appConfigQuery)
  const tokens = (config as { tokens?: readonly FolderToken[] }).tokens ?? []
  return tokens.filter((token) => token.chainId === chainId)
}

/** What lists know of tokens, and what the chain says of those that are named. */
export function createTokenBook(
  listed: readonly FolderToken[],
  facts: readonly ContractFacts[],
): TokenBook {
  const byAddress = new Map(facts.map((one) => [one.address, one]))
  const find = (token: Address) =>
    listed.find(({ address }) => address === token)
  return {
    find: (token) => byAddress.get(token),
    isListed: (token) => find(token) !== undefined,
    nameOf: (token) => find(token)?.name ?? null,
    contracts: new Map(
      facts.flatMap(({ address, kind }) =>
        kind ? [[address, { kind }] as const] : [],
      ),
    ),
  }
}
