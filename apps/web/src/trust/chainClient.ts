import type { AppConfig } from '@covault/api'
import { type Client, createClient, type HttpTransport, http } from 'viem'
import { rpcTimeout } from '../lib/timing.js'

export type ChainConfig = AppConfig['chains'][number]
export type ChainClient = Client<HttpTransport>

/**
 * Reads of one turn travel in one request. There is no retry here: the query
 * polls, and an endpoint that is down shall be seen to be down.
 */
export function createChainClient({ rpcUrl }: ChainConfig): ChainClient {
  return createClient({
    transport: http(rpcUrl, {
      batch: true,
      retryCount: 0,
      timeout: rpcTimeout,
    }),
  })
}
