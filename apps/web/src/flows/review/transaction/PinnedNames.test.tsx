import type { AppConfig } from '@covault/api'
import { demoAccounts } from '@covault/devnet'
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import type { Address } from 'viem'
import { expect, test } from 'vitest'
import { ensQuery } from '../../../trust/ens.js'
import { areNamesAsPinned, hasMoved, usePinnedNames } from '../pinned.js'
import { PinnedNames } from './PinnedNames.js'

const { alice, bob } = demoAccounts
const chain: AppConfig['chains'][number] = {
  chainId: 31337,
  shortName: 'local1',
  name: 'Local 1',
  // Nobody listens there: what is not in the cache is an error.
  rpcUrl: 'http://127.0.0.1:9',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  testnet: true,
  local: true,
}
const pinned = [{ name: 'paid.eth', address: bob.address }]

function Names() {
  const names = usePinnedNames(chain, pinned)
  return (
    <>
      <PinnedNames names={names} />
      <p>{names.some(hasMoved) ? 'refused' : 'fine'}</p>
    </>
  )
}

function show(now: Address): void {
  const queries = new QueryClient({
    defaultOptions: { queries: { retry: false, networkMode: 'always' } },
  })
  queries.setQueryData(ensQuery(chain, 'paid.eth').queryKey, now)
  render(
    <QueryClientProvider client={queries}>
      <MantineProvider>
        <Names />
      </MantineProvider>
    </QueryClientProvider>,
  )
}

test('a name that stands for what it stood for is listed with it', () => {
  show(bob.address)
  expect(screen.getByText('as entered')).toBeVisible()
  expect(screen.getByText('fine')).toBeVisible()
})

test('a name that moved is told with both addresses, and refused', () => {
  show(alice.address)
  expect(screen.getByRole('alert')).toHaveTextContent(
    `The name paid.eth resolved to ${bob.address} when you entered it, and resolves to ${alice.address} now.`,
  )
  expect(screen.getByText('refused')).toBeVisible()
})

test('without names there is nothing to ask', async () => {
  expect(await areNamesAsPinned(new QueryClient(), chain, [])).toBe(true)
})
