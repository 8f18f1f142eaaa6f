import { call, createClient, getLiveness } from '@covault/api'
import { queryOptions } from '@tanstack/react-query'
import { pollInterval } from '../lib/timing.js'

/** Whether the gateway that served this page still answers. */
export const livenessQuery = queryOptions({
  queryKey: ['health', 'live'],
  queryFn: ({ signal }) =>
    call(createClient({ baseUrl: '' }), getLiveness, { signal }),
  refetchInterval: pollInterval,
})
