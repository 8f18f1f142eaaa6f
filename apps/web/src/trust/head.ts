import { BaseError, nameChain } from '@covault/protocol'
import {
  type QueryClient,
  type QueryFunctionContext,
  queryOptions,
} from '@tanstack/react-query'
import type { Hex } from 'viem'
import { getChainId } from 'viem/actions'
import { pollInterval } from '../lib/timing.js'
import { readBlock } from './block.js'
import {
  type ChainClient,
  type ChainConfig,
  createChainClient,
} from './chainClient.js'
import { type EndpointSource, listEndpoints } from './endpoint.js'
import type { ReadProvenance } from './provenance.js'
import { announcesBlocks, hearBlocks, isSocketUrl } from './sockets/sockets.js'

/** The newest block a chain's endpoint knows, and how long it took to say so. */
export type Head = {
  number: bigint
  hash: Hex
  /** Milliseconds from question to answer. */
  latency: number
  source: EndpointSource
}

export function headQuery(chain: ChainConfig) {
  return queryOptions({
    queryKey: ['head', chain.chainId],
    queryFn: async ({ client: cache }) => {
      const client = createChainClient(chain)
      const head = await readHead(client, chain)
      const url = findSocketUrl(chain)
      if (url) void hearBlocks(url, () => askAgain(cache, chain))
      return { ...head, source: client.getEndpoint().source }
    },
    refetchInterval: () => {
      const url = findSocketUrl(chain)
      return url && announcesBlocks(url) ? quietInterval : pollInterval
    },
  })
}

/**
 * The status line polls the head as well. Asking through the cache keeps all
 * who read on the same block and costs one request.
 */
export function readSharedHead(
  cache: QueryClient,
  chain: ChainConfig,
): Promise<Head> {
  return cache.fetchQuery({
    ...headQuery(chain),
    staleTime: pollInterval / 2,
  })
}

/** While the chain stands still, what was read of it is not asked for again. */
export async function readOncePerBlock<
  Reading extends { provenance: ReadProvenance },
>(
  {
    client: cache,
    queryKey,
  }: Pick<QueryFunctionContext, 'client' | 'queryKey'>,
  chain: ChainConfig,
  read: (head: Head) => Promise<Reading>,
): Promise<Reading> {
  const head = await readSharedHead(cache, chain)
  const previous = cache.getQueryData<Reading>(queryKey)
  if (previous && isReadAt(head, previous.provenance)) return previous
  const reading = await read(head)
  const provenance = { ...reading.provenance, hash: head.hash }
  return { ...reading, provenance }
}

/** By the same endpoint, at the same block, on this visit. */
export function isReadAt(
  { hash, source }: Head,
  provenance: ReadProvenance,
): boolean {
  return (
    provenance.hash === hash &&
    provenance.endpoint.source === source &&
    provenance.keptAt === undefined
  )
}

/** An endpoint that announces new blocks is asked beside that only to see whether it is there. */
const quietInterval = 30_000

/** Of the endpoint that is asked first, where it can announce anything. */
function findSocketUrl(chain: ChainConfig): string | undefined {
  const [first] = listEndpoints(chain)
  return first.source !== 'wallet' && isSocketUrl(first.url)
    ? first.url
    : undefined
}

/** Nobody looks at a hidden page. */
function askAgain(cache: QueryClient, { chainId }: ChainConfig): void {
  if (document.hidden) return
  void cache.invalidateQueries({ queryKey: ['head', chainId] })
}

export async function readHead(
  client: ChainClient,
  { chainId, name }: Pick<ChainConfig, 'chainId' | 'name'>,
): Promise<Omit<Head, 'source'>> {
  const start = performance.now()
  const [answered, { number, hash }] = await Promise.all([
    getChainId(client),
    readBlock(client),
  ])
  const latency = Math.round(performance.now() - start)
  if (answered !== chainId)
    throw new WrongChainError({ name, expected: chainId, answered })
  return { number, hash, latency }
}

export class WrongChainError extends BaseError {
  constructor(facts: { name: string; expected: number; answered: number }) {
    super(
      `The RPC endpoint for ${facts.name} answers for ${nameChain(facts.answered)}, not ${nameChain(facts.expected)}.`,
    )
  }
}
