import type { SafeReference } from '@covault/api'
import { type Call, listReleasedTokens } from '@covault/protocol'
import type { QueryClient } from '@tanstack/react-query'
import type { Address } from 'viem'
import { listOfSafe, localTransactions } from '../preferences/localQueue.js'
import { seenSignatures } from '../preferences/seenSignatures.js'
import { appConfigQuery } from '../queries/appConfig.js'
import type { FolderToken } from '../queries/folderConfig.js'
import type { ContractFacts } from '../trust/contracts.js'
import type { PastEntry } from '../trust/past/pastEntries.js'
import { listCalls } from '../understand/decode/listCalls.js'
import type { TokenBook } from './transactionInfo.js'

/** A token that somebody lists for a network. */
type ListedToken = FolderToken & {
  /** By the release alone. */
  isReleased?: true
}

/** Those of the file beside the page, and those that the release knows. */
export async function listListedTokens(
  cache: QueryClient,
  chainId: number,
): Promise<ListedToken[]> {
  const config = await cache.ensureQueryData(appConfigQuery)
  const { tokens = [] } = config as { tokens?: readonly FolderToken[] }
  const written = tokens.filter((token) => token.chainId === chainId)
  const released = listReleasedTokens(chainId)
    .filter(({ address }) => written.every((one) => one.address !== address))
    .map((token) => ({ ...token, isReleased: true as const }))
  return [...written, ...released]
}

/**
 * What a contract says of itself is what is shown. Where it counts otherwise
 * than the release says, it is not the token that the release means.
 */
export function isAsListed(
  { isReleased, decimals }: ListedToken,
  said: number | null | undefined,
): boolean {
  return !isReleased || decimals === said
}

/** Each of them costs several questions. */
const mostUnknown = 50

/**
 * Tokens that are asked what they are. All known ones are: one of the release
 * counts only by what it says, and anyone can send a safe any number of others.
 */
export function listAskedTokens(
  moved: readonly Address[],
  known: readonly Address[],
): Address[] {
  const all = [...new Set(moved)]
  return [
    ...all.filter((token) => known.includes(token)),
    ...all.filter((token) => !known.includes(token)).slice(0, mostUnknown),
  ]
}

/** Selectors of transfer(address,uint256) and approve(address,uint256). */
const tokenCalls = /^0x(a9059cbb|095ea7b3).{128}$/

/**
 * Tokens that the safe pays or allows by what its owners signed, as far as this
 * browser has it. Nobody is sent spam by a signature of their own.
 */
export async function listSignedTokens({
  chainId,
  address,
}: SafeReference): Promise<Address[]> {
  const place = { chainId, address }
  const local = listOfSafe(await localTransactions.list(), place)
  const seen = (await seenSignatures.list())
    .map(({ value }) => value)
    .filter((one) => one.chainId === chainId && one.safe === address)
  const signed = [
    ...local.filter(({ signatures }) => signatures.length > 0),
    ...seen,
  ]
  return listCalledTokens(signed.map(({ transaction }) => transaction))
}

/**
 * The same by what the chain has executed: the owners signed that, or allowed a
 * module to do it.
 */
export function listPaidTokens(entries: readonly PastEntry[]): Address[] {
  return listCalledTokens(
    entries.flatMap((entry) => {
      if (entry.kind === 'transfer') return []
      const call =
        entry.kind === 'module' ? entry.call : entry.signed?.transaction
      return call ?? []
    }),
  )
}

function listCalledTokens(of: readonly Call[]): Address[] {
  const calls = of.flatMap(listCalls)
  return [
    ...new Set(
      calls.filter(({ data }) => tokenCalls.test(data)).map(({ to }) => to),
    ),
  ]
}

/** Tokens whose decimals this browser has read lately, for whatever reason. */
export function listReadTokens(cache: QueryClient, chainId: number): Address[] {
  return cache
    .getQueryCache()
    .findAll({ queryKey: ['decimals', chainId] })
    .flatMap(({ queryKey: [, , token], state: { data } }) =>
      typeof data === 'number' ? [token as Address] : [],
    )
}

/** What lists know of tokens, and what the chain says of those that are named. */
export function createTokenBook(
  listed: readonly ListedToken[],
  {
    facts,
    signed,
  }: { facts: readonly ContractFacts[]; signed: readonly Address[] },
): TokenBook {
  const byAddress = new Map(facts.map((one) => [one.address, one]))
  const find = (token: Address) =>
    listed.find(
      (one) =>
        one.address === token &&
        isAsListed(one, byAddress.get(token)?.token?.decimals),
    )
  return {
    find: (token) => byAddress.get(token),
    isListed: (token) => find(token) !== undefined || signed.includes(token),
    nameOf: (token) => find(token)?.name ?? null,
    contracts: new Map(
      facts.flatMap(({ address, kind }) =>
        kind ? [[address, { kind }] as const] : [],
      ),
    ),
  }
}
