import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import type { AppSearch } from '../../lib/searchText.js'
import { appConfigQuery } from '../../queries/appConfig.js'
import { collectiblesQuery } from '../../queries/collectibles.js'
import { createInput } from './input.js'
import { manyQuery } from './manyQuery.js'
import { SendCollectiblesForm } from './SendCollectiblesForm.js'

const safe = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const bob = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const rings = '0x5FbDB2315678afecb367f032d93F642f64180aa3'

const chain = {
  chainId: 31337,
  shortName: 'local1',
  name: 'Local 1',
  rpcUrl: 'http://127.0.0.1:1',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  testnet: true,
  local: true,
}

test('shows what the link chose, adds and takes away', async () => {
  const { read } = await show({ token: `${rings}:3` })
  expect(screen.getByText('Ring of three')).toBeVisible()
  fireEvent.change(screen.getByLabelText('Add collectible'), {
    target: { value: `${rings}:4` },
  })
  expect(screen.getByText('Rings #4')).toBeVisible()
  expect(screen.getByText('2 selected')).toBeVisible()
  fireEvent.click(screen.getByLabelText('Remove Ring of three'))
  expect(read().items).toEqual([{ token: rings, id: '4' }])
})

test('what is one of many of its kind is not offered, and told at once', async () => {
  await show({ token: `${rings}:3` }, { many: [`${rings}:3`, `${rings}:4`] })
  expect(screen.getByText(/^This is an ERC-1155 token/)).toBeVisible()
  expect(screen.queryByRole('option', { name: 'Rings #4' })).toBeNull()
})

test('says what is missing when it is handed in', async () => {
  const { onDone } = await show()
  fireEvent.click(screen.getByText('Review'))
  expect(screen.getByText('Choose at least one collectible.')).toBeVisible()
  expect(screen.getByText('Enter a recipient.')).toBeVisible()
  expect(onDone).not.toHaveBeenCalled()
})

test('goes on with a recipient, and warns of the safe itself', async () => {
  const { onDone } = await show({ token: `${rings}:3`, recipient: safe })
  expect(screen.getByText(/^This is the safe itself/)).toBeVisible()
  fireEvent.change(screen.getByLabelText('Recipient'), {
    target: { value: bob },
  })
  expect(screen.queryByText(/^This is the safe itself/)).toBeNull()
  fireEvent.click(screen.getByText('Review'))
  expect(onDone).toHaveBeenCalledOnce()
})

async function show(
  search: AppSearch = {},
  { many = [] }: { many?: readonly string[] } = {},
) {
  const queries = new QueryClient({
    defaultOptions: {
      queries: { staleTime: Number.POSITIVE_INFINITY, retry: false },
    },
  })
  queries.setQueryData(appConfigQuery.queryKey, {
    version: '0',
    chains: [chain],
    walletConnect: null,
    demo: null,
  })
  queries.setQueryData(
    collectiblesQuery({ chainId: 31337, address: safe, trustedOnly: false })
      .queryKey,
    {
      pages: [{ results: [ring(3n, 'Ring of three'), ring(4n, null)] }],
      pageParams: [''],
    } as never,
  )
  queries.setQueryData(
    manyQuery(chain, [`${rings}:3`, `${rings}:4`]).queryKey,
    new Set(many),
  )
  const onDone = vi.fn()
  let latest = createInput(search)
  function Harness() {
    const [input, setInput] = useState(latest)
    latest = input
    return (
      <SendCollectiblesForm
        place={{
          chain,
          address: safe,
          safe: {} as never,
        }}
        input={input}
        onInput={setInput}
        onDone={onDone}
      />
    )
  }
  const router = createRouter({
    routeTree: createRootRoute({ component: Harness }),
    history: createMemoryHistory(),
  })
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  )
  await screen.findByText(/^Review$|doesn’t support/)
  return { onDone, read: () => latest }
}

function ring(id: bigint, name: string | null) {
  return { address: rings, tokenName: 'Rings', tokenSymbol: 'RING', id, name }
}
