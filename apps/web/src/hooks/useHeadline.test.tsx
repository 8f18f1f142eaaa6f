import type { AppConfig } from '@covault/api'
import { buildSafeTransaction, hashSafeTransaction } from '@covault/protocol'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderHook } from '@testing-library/react'
import { type ReactNode, Suspense } from 'react'
import { zeroAddress } from 'viem'
import { expect, test } from 'vitest'
import { appConfigQuery } from '../queries/appConfig.js'
import type { SafePlace } from '../understand/safe/safePlace.js'
import { useHeadline } from './useHeadline.js'

const address = '0x056872b23d43b6a69f1dad82E2E9F0a18Fd1B4D6'
const to = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const domain = { chainId: 31337, safe: address, version: '1.4.1' } as const
const chain: AppConfig['chains'][number] = {
  chainId: 31337,
  shortName: 'local1',
  name: 'Local 1',
  // Nobody listens there.
  rpcUrl: 'http://127.0.0.1:9',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  testnet: true,
  local: true,
}
const transaction = buildSafeTransaction({
  ...{ domain, nonce: 2n },
  calls: [{ to, value: 10n ** 18n, data: '0x', operation: 0 }],
})

function read(version: string, of: AppConfig['chains'][number] = chain) {
  const queries = new QueryClient({
    defaultOptions: { queries: { retry: false, networkMode: 'always' } },
  })
  queries.setQueryData(appConfigQuery.queryKey, {
    version: '1',
    chains: [chain],
    walletConnect: null,
    demo: null,
  })
  const place: SafePlace = {
    chain: of,
    address,
    safe: {
      ...{ address, owners: [], threshold: 2, nonce: 2n, version },
      ...{ known: true, singleton: zeroAddress, modules: [] },
      ...{ hasMoreModules: false, guard: null, fallbackHandler: null },
    },
  }
  const { result, rerender } = renderHook(
    () => useHeadline(place, transaction),
    {
      wrapper: ({ children }: { children: ReactNode }) => (
        <QueryClientProvider client={queries}>
          <Suspense>{children}</Suspense>
        </QueryClientProvider>
      ),
    },
  )
  return { queries, result, rerender }
}

test('is remembered under the hash of the bytes, whatever hash they are kept with', async () => {
  const { queries, result } = read('1.4.1')
  await expect.poll(() => result.current).toMatch(/^Send 1\.?0* ETH to 0x3C44/)
  const [decoded] = queries.getQueryCache().findAll({ queryKey: ['decoded'] })
  expect(decoded?.queryKey).toContain(hashSafeTransaction(domain, transaction))
})

test('is none where nobody knows how the owners sign, and the page stays', async () => {
  const { result } = read('9.9.9')
  expect(result.current).toBeUndefined()
})

test('reads the bytes once, however often it is drawn', async () => {
  let readings = 0
  const counting = {
    ...chain,
    get nativeCurrency() {
      readings += 1
      return chain.nativeCurrency
    },
  }
  const { result, rerender } = read('1.4.1', counting)
  await expect.poll(() => result.current).toMatch(/^Send 1\.?0* ETH/)
  expect(readings).toBe(1)
  rerender()
  expect(readings).toBe(1)
})
