import type { AppConfig } from '@covault/api'
import { BaseError } from '@covault/protocol'
import {
  type Client,
  createClient,
  custom,
  fallback,
  http,
  type Transport,
} from 'viem'
import { rpcTimeout } from '../lib/timing.js'
import {
  type Endpoint,
  type EndpointSource,
  findEndpoint,
  findNode,
  findSecondEndpoint,
  isOffered,
  type Provider,
} from './endpoint.js'
import type { AnsweringEndpoint } from './provenance.js'

export type ChainConfig = AppConfig['chains'][number] & {
  /** The native currency as the gateway has it, where that is not true. */
  denied?: AppConfig['chains'][number]['nativeCurrency']
}
/** A client that can say who has answered it so far. */
export type ChainClient = Client<Transport> & {
  getEndpoint: () => AnsweringEndpoint
}

/**
 * Reads of one turn travel in one request. There is no retry here: the query
 * polls, and an endpoint that is down shall be seen to be down. Only a wallet
 * that does not answer is passed over: it is not a node, it merely has one.
 */
export function createChainClient(chain: ChainConfig): ChainClient {
  const endpoint = findEndpoint(chain)
  const { source, url } = endpoint
  if (source !== 'wallet') return createNodeClient(url, source)
  const wallet = custom(bindProvider(endpoint.provider, chain), {
    retryCount: 0,
  })
  const node = watch(createNodeTransport(url))
  return nameClient(
    fallback([wallet, node.transport], { retryCount: 0 }),
    () =>
      // What a wallet did not answer is the word of the node behind it.
      node.isAsked()
        ? toEndpoint(findNode(chain))
        : toEndpoint({ source, url }),
  )
}

/** The other one that is asked the same, alone; undefined: there is none. */
export function createSecondClient(
  chain: ChainConfig,
): SecondSource | undefined {
  const endpoint = findSecondEndpoint(chain)
  if (!endpoint) return undefined
  const { source, url } = endpoint
  const client =
    source === 'wallet'
      ? nameClient(
          custom(bindProvider(endpoint.provider, chain), { retryCount: 0 }),
          () => toEndpoint(endpoint),
        )
      : createNodeClient(url, source)
  return { source, url, client }
}

export type SecondSource = {
  source: EndpointSource
  url: string
  client: ChainClient
}

/** Reads of the one node that is meant, whoever else could be asked. */
export function createNodeClient(
  url: string,
  source: EndpointSource = 'own',
): ChainClient {
  return nameClient(createNodeTransport(url), () => toEndpoint({ source, url }))
}

function nameClient(
  transport: Transport,
  getEndpoint: ChainClient['getEndpoint'],
): ChainClient {
  return Object.assign(createClient({ transport }), { getEndpoint })
}

/** The path of an address may hold a key, so it is left out. */
function toEndpoint({
  source,
  url,
}: Pick<Endpoint, 'source' | 'url'>): AnsweringEndpoint {
  const isNode = source !== 'wallet' && URL.canParse(url)
  return { source, host: isNode ? new URL(url).host : undefined }
}

/** Whether anything had to be asked of it. */
function watch(inner: Transport): {
  transport: Transport
  isAsked: () => boolean
} {
  let asked = false
  const transport: Transport = (options) => {
    const made = inner(options)
    const request: typeof made.request = (question) => {
      asked = true
      return made.request(question)
    }
    return { ...made, request }
  }
  return { transport, isAsked: () => asked }
}

function createNodeTransport(url: string): Transport {
  return http(url, { batch: true, retryCount: 0, timeout: rpcTimeout })
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

class WalletMovedError extends BaseError {
  override name = 'WalletMovedError'

  constructor({ name }: { name: string }) {
    super(`The wallet left ${name} while it was asked.`)
  }
}

class WalletSilentError extends BaseError {
  override name = 'WalletSilentError'

  constructor({ name }: { name: string }) {
    super(`The wallet did not answer for ${name} in ${rpcTimeout} ms.`)
  }
}
