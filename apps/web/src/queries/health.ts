import {
  call,
  createClient,
  GatewayReplyError,
  getLiveness,
} from '@covault/api'
import { queryOptions } from '@tanstack/react-query'
import { pollInterval } from '../lib/timing.js'
import { gatewayItself, isAlone } from './gateway.js'

/**
 * Whether the gateway still answers; `useGatewayWatch` asks again. A probe is
 * not repeated by the client: the next one is the repetition, and a failure is
 * shown at once.
 */
export const livenessQuery = queryOptions({
  queryKey: ['health', 'live'],
  queryFn: ({ signal }) =>
    call(gatewayItself, getLiveness, {
      signal,
      retryLimit: 0,
      timeout: pollInterval,
    }),
  staleTime: pollInterval,
  // Without one there is nobody to probe.
  enabled: !isAlone,
})

/** Anyone who serves this page, also where lists come from another gateway. */
const server = createClient({
  baseUrl: '',
  retryLimit: 0,
  timeout: pollInterval,
})

/** Whether loading this page anew would bring one. */
export async function isPageServed(): Promise<boolean> {
  try {
    await call(server, getLiveness)
    return true
  } catch (error) {
    // The server of a folder knows no such address.
    return error instanceof GatewayReplyError && error.status === 404
  }
}
