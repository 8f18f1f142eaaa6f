import type { Collectible } from '@covault/api'
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { render, screen } from '@testing-library/react'
import type { ReactElement } from 'react'
import { zeroAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import { appConfigQuery } from '../../queries/appConfig.js'
import type { Holding } from '../../understand/safe/portfolio.js'
import { CollectibleFacts } from './CollectibleDialog.js'
import { Picture } from './Picture.js'
import { TokenTable } from './TokenTable.js'

const chain = {
  chainId: 31337,
  shortName: 'local1',
  name: 'Local 1',
  rpcUrl: 'http://127.0.0.1:1',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  testnet: true,
  local: true,
}
const token = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const queries = new QueryClient()
queries.setQueryData(appConfigQuery.queryKey, {
  version: '0',
  walletConnectProjectId: null,
  chains: [chain],
  demo: null,
} as never)
const show = (element: ReactElement) =>
  render(
    <QueryClientProvider client={queries}>
      <MantineProvider>{element}</MantineProvider>
    </QueryClientProvider>,
  )

const ring: Collectible = {
  address: token,
  tokenName: 'Rings',
  tokenSymbol: 'RING',
  logoUri: '',
  id: 3n,
  uri: null,
  name: 'Rings #3',
  description: null,
  imageUri: null,
  metadata: null,
}

describe('a picture', () => {
  test('that is on chain is an image and nothing else, script or not', () => {
    const svg =
      'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" onload="window.ran=1"><script>window.ran=1</script></svg>'
    const { container } = show(
      <Picture chainId={31337} loadsRemote item={{ ...ring, imageUri: svg }} />,
    )
    expect(container.querySelectorAll('img')).toHaveLength(1)
    expect(container.querySelector('script, iframe, object, embed')).toBeNull()
    expect('ran' in window).toBe(false)
  })

  test.each([
    ['https://tracker.example/pixel.png', /Picture at tracker\.example/],
    ['ipfs://bafy/1.png', /Picture at IPFS/],
    ['http://192.168.0.1/admin', /not shown/],
    ['javascript:alert(1)', /not shown/],
    ['data:text/html,<script>alert(1)</script>', /not shown/],
    ['//evil.example/x.png', /not shown/],
  ])('at %s is not fetched', (imageUri, words) => {
    const { container } = show(
      <Picture
        chainId={31337}
        loadsRemote={false}
        item={{ ...ring, imageUri }}
      />,
    )
    expect(container.querySelector('img')).toBeNull()
    expect(screen.getByText(words)).toBeInTheDocument()
  })
})

test('a remote picture comes from the gateway, and only where it is wanted', () => {
  const remote = { ...ring, imageUri: 'https://tracker.example/pixel.png' }
  const { container } = show(
    <Picture chainId={31337} loadsRemote item={remote} />,
  )
  expect(container.querySelector('img')).toHaveAttribute(
    'src',
    `/v1/chains/31337/collectibles/${token}/3/picture`,
  )
  const hostile = { ...ring, imageUri: 'javascript:alert(1)' }
  const { container: other } = show(
    <Picture chainId={31337} loadsRemote item={hostile} />,
  )
  expect(other.querySelector('img')).toBeNull()
})

test('a picture too large to be one is not decoded', () => {
  const imageUri = `data:image/png;base64,${'A'.repeat(3_000_000)}`
  const { container } = show(
    <Picture
      chainId={31337}
      loadsRemote={false}
      item={{ ...ring, imageUri }}
    />,
  )
  expect(container.querySelector('img')).toBeNull()
})

test('words of a collectible are text, whatever they say', () => {
  const hostile = '<img src=x onerror="window.ran=1">{{7*7}}'
  const { container } = show(
    <CollectibleFacts
      chain={chain}
      item={{
        ...ring,
        tokenName: hostile,
        description: `\u202Eevil\u202C ${hostile}`,
        metadata: {
          attributes: [
            { trait_type: hostile, value: 'x\u200By' },
            { trait_type: 'Link', value: 'javascript:alert(1)' },
            { trait_type: { toString: 1 }, value: [] },
            null,
          ],
        },
      }}
    />,
  )
  expect(container.ownerDocument.querySelector('img[src="x"]')).toBeNull()
  expect(screen.getAllByText(hostile, { exact: false }).length).toBeGreaterThan(
    1,
  )
  expect(screen.getByText('x\uFFFDy')).toBeInTheDocument()
  expect(
    container.ownerDocument.querySelector('a[href^="javascript"]'),
  ).toBeNull()
  expect('ran' in window).toBe(false)
})

test('a row tells what the chain did not confirm', async () => {
  const holding: Holding = {
    token,
    isNative: false,
    name: '</td><script>window.ran=1</script>',
    symbol: 'USDC',
    decimals: 6,
    amount: 1n,
    isVerified: false,
    price: undefined,
    cents: undefined,
  }
  const native = { ...holding, token: zeroAddress, isNative: true } as const
  const table = () => (
    <TokenTable
      chain={chain}
      currency="usd"
      holdings={[holding, { ...native, isVerified: true, name: 'Ether' }]}
      total={0n}
      isCompared
    />
  )
  show(<RouterProvider router={createTestRouter(table)} />)
  expect(await screen.findAllByText('reported by the gateway')).toHaveLength(1)
  expect(screen.getByText(holding.name)).toBeInTheDocument()
  expect(screen.getAllByTitle('0.000001 USDC')).toHaveLength(2)
  expect('ran' in window).toBe(false)
})

function createTestRouter(component: () => ReactElement) {
  return createRouter({
    routeTree: createRootRoute({ component }),
    history: createMemoryHistory(),
  })
}
