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
  type EndpointSource,
  findEndpoint,
  findSecondEndpoint,
  isOffered,
  type Provider,
} from './endpoint.js'

export type ChainConfig = AppConfig['chains'][number] & {
  /** The native currency as the gateway has it, where that is not true. */
  denied?: AppConfig['chains'][number]['nativeCurrency']
}
export type ChainClient = Client<Transport>

/**
 * Reads of one turn travel in one request. There is no retry here: the query
 * polls, and an endpoint that is down shall be seen to be down. Only a wallet
 * that does not answer is passed over: it is not a node, it merely has one.
 */
export function createChainClient(chain: ChainConfig): ChainClient {
  const endpoint = findEndpoint(chain)
  const node = createNodeTransport(endpoint.url)
  if (endpoint.source !== 'wallet') return createClient({ transport: node })
  const wallet = custom(bindProvider(endpoint.provider, chain), {
    retryCount: 0,
  })
  return createClient({
    transport: fallback([wallet, node], { retryCount: 0 }),
  })
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
      ? createClient({
          transport: custom(bindProvider(endpoint.provider, chain), {
            retryCount: 0,
          }),
        })
      : createNodeClient(url)
  return { source, url, client }
}

export type SecondSource = {
  source: EndpointSource
  url: string
  client: ChainClient
}

/** Reads of the one node that is meant, whoever else could be asked. */
export function createNodeClient(url: string): ChainClient {
  return createClient({ transport: createNodeTransport(url) })
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
