import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { refreshDelegates } from '../queries/delegates.js'
import { refreshAfter } from '../queries/liveEvents.js'
import type { ChainConfig } from '../trust/chainClient.js'
import { roleQuery } from './role.js'

const safe = '0xA2c0717EADC654eE59637e39CfEfCB4cA3764829'
const chain = { chainId: 31337, name: 'Local 1' } as ChainConfig

test.each<[string, (queries: QueryClient) => Promise<void>]>([
  ['proposers', refreshDelegates],
  [
    'owners',
    (queries) => refreshAfter(queries, { name: 'safe', chainId: 31337, safe }),
  ],
])('a role is asked for again after new %s', async (_, refresh) => {
  const queries = new QueryClient()
  const { queryKey } = roleQuery({ chain, address: safe, account: safe })
  queries.setQueryData(queryKey, 'viewer')
  await refresh(queries)
  expect(queries.getQueryState(queryKey)?.isInvalidated).toBe(true)
})
