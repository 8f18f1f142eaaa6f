import {
  type Endpoint,
  type EndpointParams,
  type EndpointQuery,
  type EndpointResponse,
  getBalances,
  getContract,
  getMessages,
  getMultisigTransactions,
  getNonces,
  getOwnedSafesByChain,
  getTransaction,
  getTransactionHistory,
  getTransactionQueue,
  type HistoryItem,
  type SafeReference,
  type UnansweredCall,
} from '@covault/api'
import type { QueryClient } from '@tanstack/react-query'
import type { Address } from 'viem'
import { readTransactionId } from '../lib/transactionId.js'
import { localTransactions } from '../preferences/localQueue.js'
import { sentExecutions } from '../preferences/sentExecutions.js'
import { gatewayTrouble, isAlone } from '../queries/gateway.js'
import { readAbout } from '../queries/gatewayKey.js'
import { contractsQuery } from '../trust/contracts.js'
import { pastQuery } from '../trust/past/past.js'
import type { PastEntry } from '../trust/past/pastEntries.js'
import type { PastRange } from '../trust/past/pastRange.js'
import { safeQuery } from '../trust/safe.js'
import { readKnownBalances } from './balances.js'
import { isNamed, toDetails, toHistoryItem } from './history.js'
import {
  createTokenBook,
  listAskedTokens,
  listListedTokens,
  listPaidTokens,
  listSignedTokens,
} from './knownTokens.js'
import { findChainConfig } from './world.js'

type Asked<E extends Endpoint> = {
  params: EndpointParams<E>
  query: EndpointQuery<E>
}

type Answerer = (cache: QueryClient, asked: Asked<Endpoint>) => Promise<unknown>

type Entry = [Endpoint, Answerer]

function answers<E extends Endpoint>(
  endpoint: E,
  answer: (
    cache: QueryClient,
    asked: Asked<E>,
  ) => Promise<EndpointResponse<E> | undefined>,
): Entry {
  return [endpoint, answer as Answerer]
}

/** Lists of what only a gateway collects: without one nobody has handed it over. */
const nothing = { count: 0, next: null, previous: null, results: [] }
const empty = async () => nothing

/** What the chain says, whoever asks. */
const fromChain = new Map<Endpoint, Answerer>([
  answers(getBalances, (cache, { params, query }) =>
    readKnownBalances(cache, {
      ...params,
      trustedOnly: query.trusted ?? false,
    }),
  ),
  answers(getTransactionHistory, (cache, { params, query }) =>
    listPast(
      cache,
      { chainId: params.chainId, address: params.safe_address },
      () => true,
      { trustedOnly: query.trusted ?? true },
    ),
  ),
  answers(getTransaction, (cache, { params }) =>
    findPast(cache, params.chainId, params.transactionId),
  ),
])

/** Where there is no gateway at all, its own lists are empty. */
const withoutGateway = new Map<Endpoint, Answerer>([
  answers(getTransactionQueue, empty),
  answers(getMessages, empty),
  answers(getMultisigTransactions, async (cache, { params, query }) => {
    if (query.executed === false) return nothing
    const isExecution = (entry: PastEntry) =>
      entry.kind === 'execution' &&
      (query.nonce === undefined ||
        entry.signed?.transaction.nonce === query.nonce) &&
      (!query.to || entry.signed?.transaction.to === query.to)
    return withoutLabels(await listPast(cache, params, isExecution))
  }),
  answers(getNonces, async (cache, { params }) => {
    const reading = await readSafe(cache, params)
    if (!reading) return undefined
    const { nonce } = reading.safe
    return { currentNonce: nonce, recommendedNonce: nonce }
  }),
  answers(getOwnedSafesByChain, async () => ({})),
  answers(getContract, async (_cache, { params: { address } }) => ({
    address,
    name: '',
    displayName: '',
    logoUri: null,
    contractAbi: null,
    trustedForDelegateCall: false,
  })),
])

/** What was answered here while the gateway was away, to be asked for again. */
const answered = new Set<string>()

// From then on its word counts.
gatewayTrouble.addEventListener('over', () => answered.clear())

/**
 * Answers in the gateway's place, from the chain. What the gateway itself has
 * said before stays on the page: it knows more than the last blocks tell.
 */
export async function answerInstead(
  cache: QueryClient,
  { endpoint, input }: UnansweredCall,
): Promise<unknown> {
  const answer =
    fromChain.get(endpoint) ??
    (isAlone ? withoutGateway.get(endpoint) : undefined)
  if (!answer || input.pageUrl) return undefined
  const asked = {
    params: input.params ?? {},
    query: input.query ?? {},
  } as Asked<Endpoint>
  const name = nameQuestion(endpoint, asked)
  if (
    !isAlone &&
    !answered.has(name) &&
    hasGatewaysAnswer(cache, endpoint, asked)
  )
    return undefined
  const given = await answer(cache, asked)
  if (given !== undefined) answered.add(name)
  return given
}

function nameQuestion({ path }: Endpoint, { params }: Asked<Endpoint>): string {
  return `${path} ${JSON.stringify(params)}`
}

function hasGatewaysAnswer(
  cache: QueryClient,
  { path }: Endpoint,
  { params }: Asked<Endpoint>,
): boolean {
  const { chainId, address, safe_address } = params as unknown as {
    chainId?: number
    address?: Address
    safe_address?: Address
  }
  return cache
    .getQueryCache()
    .getAll()
    .some(({ queryKey, state }) => {
      const about = readAbout(queryKey)
      return (
        state.data !== undefined &&
        about?.path === path &&
        about.safes.some(
          (safe) =>
            safe.chainId === chainId &&
            safe.address === (address ?? safe_address),
        )
      )
    })
}

async function readSafe(
  cache: QueryClient,
  { chainId, address }: SafeReference,
) {
  const chain = await findChainConfig(cache, chainId)
  if (!chain) return undefined
  const reading = await cache.fetchQuery({
    ...safeQuery(chain, address),
    staleTime: 1000,
  })
  return reading.status === 'safe'
    ? { chain, address, safe: reading.safe }
    : undefined
}

async function readPastOf(cache: QueryClient, place: SafeReference) {
  const reading = await readSafe(cache, place)
  if (!reading) return undefined
  const { chain, address } = reading
  const past = await cache.fetchQuery(pastQuery(chain, address))
  const listed = await listListedTokens(cache, chain.chainId)
  const signed = [
    ...(await listSignedTokens(place)),
    ...listPaidTokens(past.entries),
  ]
  const moved = past.entries.flatMap((entry) => {
    if (entry.kind === 'transfer') return entry.token ?? []
    const call =
      entry.kind === 'module' ? entry.call : entry.signed?.transaction
    return call && call.data !== '0x' ? call.to : []
  })
  const facts = await cache.fetchQuery(
    contractsQuery(
      chain,
      listAskedTokens(moved, [...listed.map((one) => one.address), ...signed]),
    ),
  )
  return { ...reading, past, book: createTokenBook(listed, { facts, signed }) }
}

async function listPast(
  cache: QueryClient,
  place: SafeReference,
  isWanted: (entry: PastEntry) => boolean,
  { trustedOnly = false } = {},
) {
  const world = await readPastOf(cache, place)
  if (!world) return undefined
  const { past, book } = world
  const isShown = (entry: PastEntry) =>
    !trustedOnly ||
    entry.kind !== 'transfer' ||
    entry.token === null ||
    book.isListed(entry.token)
  const wanted = past.entries.filter(isWanted)
  const results = wanted
    .filter(isShown)
    .map((entry) => toHistoryItem(entry, world))
  const { fromBlock, toBlock, hasMore, provenance } = past
  const hidden = wanted.length - results.length
  const range: PastRange = { fromBlock, toBlock, hasMore, hidden, provenance }
  return {
    ...{ count: results.length, next: null, previous: null, results },
    past: range,
  }
}

type Listed = {
  count: number
  next: null
  previous: null
  results: HistoryItem[]
}

/** The other lists have no days between their items. */
function withoutLabels(page: Listed | undefined) {
  return (
    page && {
      ...page,
      results: page.results.flatMap((item) =>
        item.type === 'TRANSACTION' ? item : [],
      ),
    }
  )
}

async function findPast(cache: QueryClient, chainId: number, id: string) {
  const safe = readTransactionId(id)?.safe ?? (await findSafe(chainId, id))
  const world = safe && (await readPastOf(cache, { chainId, address: safe }))
  const entry = world?.past.entries.find((one) =>
    isNamed(one, world.address, id),
  )
  return world && entry && toDetails(entry, world)
}

/** A hash alone does not say whose it is; what was signed here does. */
async function findSafe(
  chainId: number,
  id: string,
): Promise<Address | undefined> {
  const named = /^(?:module|transfer)_(0x[0-9a-fA-F]{40})_/.exec(id)?.[1]
  if (named) return named as Address
  const known = [
    ...(await sentExecutions.list()),
    ...(await localTransactions.list()),
  ]
  return known.find(
    ({ value }) => value.chainId === chainId && value.safeTxHash === id,
  )?.value.safe
}
