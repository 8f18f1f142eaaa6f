import {
  call,
  createBackup,
  getAdministrator,
  getAuditLog,
  getGatewayCondition,
} from '@covault/api'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Address } from 'viem'
import { gateway, isAlone } from './gateway.js'

/** Whether the account that is signed in looks after the gateway. */
export function administratorQuery(account: Address | null | undefined) {
  return queryOptions({
    queryKey: ['session', 'administrator', account ?? null],
    queryFn: ({ signal }) =>
      call(gateway, getAdministrator, { signal, retryLimit: 1 }),
    enabled: !isAlone && Boolean(account),
    staleTime: 60_000,
  })
}

export const conditionQuery = queryOptions({
  queryKey: ['session', 'condition'],
  queryFn: ({ signal }) =>
    call(gateway, getGatewayCondition, { signal, retryLimit: 1 }),
  refetchInterval: 10_000,
})

export const auditQuery = infiniteQueryOptions({
  queryKey: ['session', 'audit'],
  queryFn: ({ signal, pageParam }) =>
    call(gateway, getAuditLog, {
      query: pageParam === undefined ? {} : { before: pageParam },
      signal,
      retryLimit: 1,
    }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ entries, hasMore }) =>
    hasMore ? entries.at(-1)?.id : undefined,
})

export function backUpNow(): Promise<unknown> {
  return call(gateway, createBackup, { retryLimit: 0 })
}
