// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { usePortfolio } from '../../hooks/usePortfolio.js'
import { standInFor } from '../../testing/standInFor.js'
import type { SafeScope } from '../../understand/safe/safePlace.js'
import { TokenSources } from './TokenSources.js'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const scope = {
  chain: { chainId: 31337, nativeCurrency: { symbol: 'ETH', decimals: 18 } },
  address: '0xA2c0717EADC654eE59637e39CfEfCB4cA3764829',
} as unknown as SafeScope
const told = { fiatTotal: '0', items: [] }

function Sources() {
  const { portfolio, ...held } = usePortfolio(scope)
  return portfolio ? <TokenSources {...held} /> : null
}

async function show(fetch: typeof globalThis.fetch): Promise<string> {
  vi.stubGlobal('fetch', fetch)
  const { container } = render(
    <MantineProvider>
      <QueryClientProvider client={new QueryClient()}>
        <Sources />
      </QueryClientProvider>
    </MantineProvider>,
  )
  await screen.findByText(/list/, {}, { timeout: 8_000 })
  return container.textContent
}

test('what the chain tells in the gateway’s place is not called its word', async () => {
  standInFor(async () => ({ ...told, isFromChain: true }))
  const words = await show(async () => new Response('<h1>', { status: 502 }))
  expect(words).toContain('list: tokens that this browser knows')
  expect(words).not.toContain('gateway')
})

test('a gateway cannot say that its list was read from the chain', async () => {
  const words = await show(async () =>
    Response.json({ ...told, isFromChain: true }),
  )
  expect(words).toContain('list, names and prices: reported by the gateway')
})
