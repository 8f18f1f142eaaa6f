import type { AppConfig } from '@covault/api'
import { BaseError } from '@covault/protocol'
import {
  type Address,
  type Client,
  createClient,
  custom,
  fallback,
  HttpRequestError,
  http,
  TimeoutError,
  type Transport,
} from 'viem'
import { rpcTimeout } from '../lib/timing.js'
import { findMulticall } from './chainFacts.js'
import { fetchEarly } from './early.js'
import {
  type Endpoint,
  isOffered,
  listEndpoints,
  listSecondEndpoints,
  type NodeEndpoint,
  type Provider,
} from './endpoint.js'
import type { AnsweringEndpoint } from './provenance.js'
import { createSocketTransport, isSocketUrl } from './sockets/sockets.js'

export type ChainConfig = AppConfig['chains'][number] & {
  /** The native currency as the gateway has it, where that is not true. */
  denied?: AppConfig['chains'][number]['nativeCurrency']
  /** The reader typed it in, with its RPC endpoint. */
  isOwn?: true
}
/** A client that can say who has answered it so far. */
export type ChainClient = Client<Transport> & {
  getEndpoint: () => AnsweringEndpoint
  /** Where many questions can be asked at once; absent: where most chains have it. */
  multicall?: Address | undefined
}

/**
 * Reads of one turn travel in one request. There is no retry here: the query
 * polls. An endpoint that does not answer is passed over for the next in the
 * order; one that the reader chose has no next, and is seen to be down.
 */
export function createChainClient(chain: ChainConfig): ChainClient {
  return createClientOf(chain, listEndpoints(chain))
}

/** The other one that is asked the same; undefined: there is none. */
export function createSecondClient(
  chain: ChainConfig,
): SecondSource | undefined {
  const [first, ...others] = listSecondEndpoints(chain)
  if (!first) return undefined
  return { client: createClientOf(chain, [first, ...others]) }
}

export type SecondSource = { client: ChainClient }

/** Reads of the one node that is meant, no matter who else could be asked. */
export function createNodeClient(url: string): ChainClient {
  const endpoint: NodeEndpoint = { source: 'own', url }
  return nameClient(createNodeTransport(endpoint), () => toEndpoint(endpoint))
}

/** What somebody else wants to know of a node, word for word. */
export function passToNode(
  chain: ChainConfig,
  question: { method: string; params?: unknown },
): Promise<unknown> {
  return createChainClient(chain).request(question as never)
}

function createClientOf(
  chain: ChainConfig,
  endpoints: readonly [Endpoint, ...Endpoint[]],
): ChainClient {
  const watched = endpoints.map((endpoint, index) => ({
    endpoint,
    ...watch(
      createTransport(endpoint, chain),
      index < endpoints.length - 1 ? toKey(endpoint) : undefined,
    ),
  }))
  const [first, ...others] = watched.map(({ transport }) => transport)
  const transport =
    others.length === 0 && first
      ? first
      : fallback(
          watched.map((one) => one.transport),
          { retryCount: 0 },
        )
  // What one did not answer is the word of the last that had to be asked.
  const client = nameClient(transport, () =>
    toEndpoint(
      watched.findLast(({ isAsked }) => isAsked())?.endpoint ?? endpoints[0],
    ),
  )
  return Object.assign(client, { multicall: findMulticall(chain) })
}

function nameClient(
  transport: Transport,
  getEndpoint: ChainClient['getEndpoint'],
): ChainClient {
  return Object.assign(createClient({ transport }), { getEndpoint })
}

/** The path of an address may hold a key, so it is left out. */
function toEndpoint(endpoint: Endpoint): AnsweringEndpoint {
  const { source } = endpoint
  if (source === 'wallet' || !URL.canParse(endpoint.url))
    return { source, host: undefined }
  return { source, host: new URL(endpoint.url).host }
}

/** How long a node that was not reached is left alone where others are. */
const restMs = 30_000

// Each page asks often, and each time a node that is down may cost ten seconds.
const restingUntil = new Map<string, number>()

function toKey(endpoint: Endpoint): string | undefined {
  return endpoint.source === 'wallet' ? undefined : endpoint.url
}

/** Whether anything had to be asked of it; undefined key: it never rests. */
function watch(
  inner: Transport,
  key: string | undefined,
): { transport: Transport; isAsked: () => boolean } {
  let asked = false
  const transport: Transport = (options) => {
    const made = inner(options)
    const request: typeof made.request = async (question) => {
      if (key && (restingUntil.get(key) ?? 0) > Date.now())
        throw new EndpointRestsError()
      asked = true
      try {
        return await made.request(question)
      } catch (error) {
        if (key && isUnreached(error))
          restingUntil.set(key, Date.now() + restMs)
        throw error
      }
    }
    return { ...made, request }
  }
  return { transport, isAsked: () => asked }
}

/** No node has answered. What one answers with an error is another matter. */
export function isUnreached(error: unknown): boolean {
  return (
    error instanceof HttpRequestError ||
    error instanceof TimeoutError ||
    error instanceof EndpointRestsError ||
    error instanceof WalletSilentError ||
    (error instanceof Error && isUnreached(error.cause))
  )
}

function createTransport(endpoint: Endpoint, chain: ChainConfig): Transport {
  return endpoint.source === 'wallet'
    ? custom(bindProvider(endpoint.provider, chain), { retryCount: 0 })
    : createNodeTransport(endpoint)
}

/** As many calls as the gateway takes in one body. */
const doorBatch = { batchSize: 50 }

function createNodeTransport({ source, url }: NodeEndpoint): Transport {
  if (isSocketUrl(url)) return createSocketTransport(url)
  const batch = source === 'door' ? doorBatch : true
  return http(url, {
    batch,
    retryCount: 0,
    timeout: rpcTimeout,
    fetchFn: fetchEarly,
  })
}

/** What the wallet says counts only while it stays on this chain. */
function bindProvider(provider: Provider, { chainId, name }: ChainConfig) {
  return {
    async request(request: { method: string; params?: unknown }) {
      const answer = await inTime(provider.request(request), name)
      if (!isOffered({ chainId, provider }))
        throw new WalletMovedError({ name })
      return answer
    },
  }
}

async function inTime<Answer>(
  asked: Promise<Answer>,
  name: string,
): Promise<Answer> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new WalletSilentError({ name })),
      rpcTimeout,
    )
  })
  try {
    return await Promise.race([asked, late])
  } finally {
    clearTimeout(timer)
  }
}

class EndpointRestsError extends BaseError {
  constructor() {
    super('Can’t reach the RPC endpoint.')
  }
}

class WalletMovedError extends BaseError {
  constructor({ name }: { name: string }) {
    super(
      `Your wallet switched away from ${name} during the request. Switch back, then try again.`,
    )
  }
}

class WalletSilentError extends BaseError {
  constructor({ name }: { name: string }) {
    super(`Your wallet didn’t answer for ${name} within ${rpcTimeout} ms.`)
  }
}
