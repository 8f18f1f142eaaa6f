import type { AppConfig, Bridge } from '@covault/api'
import { demoAccounts } from '@covault/devnet'
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { type Address, zeroAddress } from 'viem'
import { afterEach, expect, test } from 'vitest'
import { BridgeStatus } from '../../components/BridgeStatus.js'
import { toSafeSearch } from '../../lib/safeParameter.js'
import { readAppSearch } from '../../lib/searchText.js'
import { appConfigQuery } from '../../queries/appConfig.js'
import { bridgesQuery } from '../../queries/bridges.js'
import { fromBlock } from '../../testing/provenance.js'
import { contractsQuery } from '../../trust/contracts.js'
import {
  type SafeReading,
  type SafeState,
  safeQuery,
} from '../../trust/safe.js'
import { accountQuery } from '../../wallet/account.js'
import { findChangeReason } from './changeReason.js'
import { SetupPage } from './SetupPage.js'

const { alice, bob, carol, dave } = demoAccounts
const address = '0x056872b23d43b6a69f1dad82E2E9F0a18Fd1B4D6'
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
const safe: SafeState = {
  address,
  owners: [alice.address, bob.address, carol.address],
  threshold: 2,
  nonce: 9n,
  version: '1.4.1',
  known: true,
  singleton: zeroAddress,
  modules: [],
  hasMoreModules: false,
  guard: null,
  fallbackHandler: null,
}

afterEach(() => document.querySelector('footer')?.remove())

test('an owner sees what the chain says and is led to the flow', async () => {
  open({ account: alice.address })
  const change = await screen.findByRole('link', {
    name: 'Change owners or threshold',
  })
  expect(searchOf(change)).toMatchObject({ flow: 'signers' })
  expect(screen.getByText('2 of 3')).toBeVisible()
  expect(screen.getByText(/^Any 2 of these 3 owners can move/)).toBeVisible()
  expect(screen.getByText('You, Ordinary account')).toBeVisible()
  expect(screen.getByText('Nested safe, 4 of 6')).toBeVisible()
  expect(screen.getByText('Next nonce to execute')).toBeVisible()
  expect(
    searchOf(screen.getByRole('link', { name: 'Remove 0x7099…79C8' })),
  ).toMatchObject({ flow: 'signers', id: `remove:${bob.address}` })
  expect(
    searchOf(screen.getByRole('link', { name: 'Replace 0x7099…79C8' })),
  ).toMatchObject({ flow: 'signers', id: `replace:${bob.address}` })
})

test('a viewer is told why nothing can be changed', async () => {
  open({ account: null })
  const change = await screen.findByRole('button', {
    name: 'Change owners or threshold',
  })
  expect(change).toBeDisabled()
  expect(change).toHaveAccessibleDescription(
    'Connect an owner’s wallet to propose changes.',
  )
  expect(screen.queryByRole('link', { name: /^Remove/ })).toBeNull()
  const reasons = screen.getAllByText(/^Connect an owner’s wallet/)
  expect(reasons.length).toBeGreaterThan(1)
  expect(reasons.filter((one) => !one.hidden)).toHaveLength(1)
})

test.each([
  ['viewer', 'You are a viewer.'],
  [undefined, 'Checking your role'],
] as const)('the role %s may change nothing', (role, words) => {
  expect(findChangeReason({ account: dave.address, role })).toContain(words)
})

test.each(['owner', 'nestedOwner', 'proposer'] as const)(
  'the role %s may propose',
  (role) => {
    expect(findChangeReason({ account: dave.address, role })).toBe(undefined)
  },
)

test('a link that asks for an owner leads to the form that has it', async () => {
  open({ account: alice.address, asked: dave.address })
  const propose = await screen.findByRole('link', {
    name: 'Propose this owner',
  })
  expect(searchOf(propose)).toMatchObject({
    flow: 'signers',
    recipient: dave.address,
  })
})

test('a link that asks for somebody who owns it already leads nowhere', async () => {
  open({ account: alice.address, asked: bob.address })
  expect(
    await screen.findByText('This address is already an owner.'),
  ).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Propose this owner' })).toBeNull()
})

test('what differs from another service is listed with the reason', async () => {
  const hash = `0x${'ab'.repeat(32)}` as const
  const reason = 'This transaction was deleted here.'
  open({
    account: alice.address,
    bridges: [
      {
        url: 'https://service.example/tx-service/eth',
        reason: '1 entry differs from the other service.',
        timestamp: Date.UTC(2026, 10, 17),
        unsettled: [{ hash, nonce: 7n, reason }],
      },
    ],
  })
  expect(await screen.findByText('service.example')).toBeVisible()
  expect(
    screen.getByText('1 entry differs from the other service.'),
  ).toBeVisible()
  expect(screen.getByText('Transaction at nonce 7')).toBeVisible()
  expect(screen.getByText(reason)).toBeVisible()
  const line = screen.getByRole('link', {
    name: 'Not in step with service.example',
  })
  expect(line.parentElement?.tagName).toBe('FOOTER')
})

test('a safe without a bridge has no word about it', async () => {
  open({ account: alice.address, bridges: [] })
  await screen.findByText('2 of 3')
  expect(screen.queryByText('Other services')).toBeNull()
  expect(screen.queryByText(/step with/)).toBeNull()
})

function searchOf(link: HTMLElement): Record<string, string> {
  const { search } = new URL(link.getAttribute('href') ?? '', 'http://here')
  return Object.fromEntries(new URLSearchParams(search))
}

function open({
  account,
  asked,
  bridges = [],
}: {
  account: Address | null
  asked?: Address
  bridges?: Bridge[]
}): void {
  const queries = new QueryClient({
    defaultOptions: { queries: { retry: false, staleTime: 60_000 } },
  })
  const config: AppConfig = {
    version: '0.1.0',
    chains: [chain],
    walletConnect: null,
    demo: null,
  }
  queries.setQueryData(appConfigQuery.queryKey, config)
  queries.setQueryData(accountQuery.queryKey, account)
  queries.setQueryData(
    bridgesQuery({ chainId: chain.chainId, address }).queryKey,
    bridges,
  )
  const provenance = fromBlock(12n)
  queries.setQueryData(
    safeQuery(chain, address).queryKey,
    (): SafeReading => ({ status: 'safe', provenance, safe }),
  )
  const wallet = {
    kind: undefined,
    token: undefined,
    ownerSet: undefined,
    provenance,
  }
  queries.setQueryData(contractsQuery(chain, safe.owners).queryKey, [
    { address: alice.address, codeHash: null, ...wallet },
    { address: bob.address, codeHash: null, ...wallet },
    {
      address: carol.address,
      codeHash: '0x12',
      kind: 'safe',
      token: undefined,
      ownerSet: {
        owners: Array.from({ length: 6 }, () => zeroAddress),
        threshold: 4,
      },
      provenance,
    },
  ])
  const search = new URLSearchParams({
    ...toSafeSearch({ chain, address }),
    ...(asked ? { address: asked } : {}),
  })
  const router = createRouter({
    routeTree: createRootRoute({
      validateSearch: readAppSearch,
      component: () => (
        <Suspense>
          <SetupPage />
          <BridgeStatus />
        </Suspense>
      ),
    }),
    history: createMemoryHistory({ initialEntries: [`/?${search}`] }),
  })
  document.body.append(document.createElement('footer'))
  render(
    <MantineProvider>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  )
}
