import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { demoAccounts } from '@covault/devnet'
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import {
  fireEvent,
  render,
  screen,
  waitFor,
  within,
} from '@testing-library/react'
import { encodeAbiParameters, encodePacked, type Hex } from 'viem'
import { expect, test, vi } from 'vitest'
import { appConfigQuery } from '../../queries/appConfig.js'
import { fromBlock } from '../../testing/provenance.js'
import { contractsQuery } from '../../trust/contracts.js'
import { headQuery } from '../../trust/head.js'
import type { SafeState } from '../../trust/safe.js'
import { NoSimulationError, type Simulation } from '../../trust/simulate.js'
import type { SimulationState } from '../../understand/assess/simulationState.js'
import { SimulationReport } from './SimulationReport.js'

const { alice, bob } = demoAccounts
const address = '0x056872b23d43b6a69f1dad82E2E9F0a18Fd1B4D6'
const token = '0xdd57DE34E20553b67B890f6958a38cCB409e4f1D'
const chain = {
  chainId: 31337,
  shortName: 'local1',
  name: 'Local 1',
  rpcUrl: 'http://127.0.0.1:1',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  testnet: true,
  local: true,
}
const safe: SafeState = {
  address,
  owners: [alice.address],
  threshold: 1,
  nonce: 9n,
  version: '1.4.1',
  known: true,
  singleton: token,
  modules: [],
  hasMoreModules: false,
  guard: null,
  fallbackHandler: null,
}
const simulation: Simulation = {
  method: 'eth_simulateV1',
  provenance: fromBlock(100n),
  executor: alice.address,
  at: Date.UTC(2026, 10, 15, 12, 0),
  outcome: { status: 'success', gasUsed: 148_220n },
  effects: {
    changes: [
      {
        holder: address,
        asset: { kind: 'erc20', token },
        change: -1_500_000n,
        balances: { before: 2_000_000n, after: 500_000n },
      },
      {
        holder: bob.address,
        asset: { kind: 'erc721', token: address, tokenId: 7n },
        change: 1n,
        balances: undefined,
      },
    ],
    approvals: [
      {
        kind: 'amount',
        token,
        holder: address,
        spender: bob.address,
        amount: 2n ** 256n - 1n,
      },
    ],
    logs: [],
  },
  storage: [
    { field: 'threshold', before: '1', after: '1', status: 'unchanged' },
    { field: 'nonce', before: '9', after: '10', status: 'explained' },
  ],
  findings: [],
}

test('tells who has how much before and after, who may take more, and how it was run', async () => {
  await show({ data: simulation })
  expect(screen.getByText('Would succeed, 148,220 gas')).not.toBeNull()
  const balances = screen.getByRole('table', { name: 'Balance changes' })
  const rows = within(balances).getAllByRole('row')
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringMatching(/^DUSD.*BeforeAfterChange$/),
    expect.stringMatching(/2\.000\.50− 1\.50$/),
    expect.stringMatching(/^Collectibles/),
    expect.stringMatching(/No\. 7\+ 1$/),
  ])
  expect(screen.getByRole('list', { name: 'Approvals' }).textContent).toContain(
    'may take any amount of DUSD',
  )
  const storage = screen.getByRole('table', { name: 'Settings of the safe' })
  expect(storage.textContent).toContain('Nonce910as expected')
  expect(storage.textContent).toContain('Unchanged: Threshold')
  expect(screen.getByText(/on your own endpoint/).textContent).toMatch(
    /^Simulated at \d\d:\d\d on your own endpoint \(eth_simulateV1\), as if 0xf39F…2266 executed it with enough signatures\.$/,
  )
  expect(screen.getByText(/at the latest block/)).not.toBeNull()
  expect(screen.queryByText(/Balances may have changed/)).toBeNull()
  expect(screen.getByText(/other data of the safe was not/)).not.toBeNull()
  expect(screen.queryByText(/events are not listed/)).toBeNull()
})

test('addresses that calls explain are not listed twice, unexplained ones are', async () => {
  const owners = { before: address, after: `${address}, ${token}` }
  await show({
    data: {
      ...simulation,
      storage: [
        { ...owners, field: 'owners', status: 'explained' },
        { ...owners, field: 'modules', status: 'unexplained' },
      ],
    },
  })
  const storage = screen.getByRole('table', { name: 'Settings of the safe' })
  const [, explained, unexplained] = within(storage).getAllByRole('row')
  expect(explained).toHaveTextContent(/^Owners(?!.*0x)/)
  expect(unexplained).toHaveTextContent(`Modules${address}${address}${token}`)
})

test('no column is left out on a phone', async () => {
  const styles = join(import.meta.dirname, 'SimulationReport.module.css')
  const text = await readFile(styles, 'utf8')
  expect(text).toContain('@media')
  expect(text).not.toMatch(/display: none|visibility: /)
})

test('is marked as soon as a block has come, and can be run again', async () => {
  const refetch = vi.fn(async () => undefined)
  const data = { ...simulation, at: Date.now() }
  await show({ data, refetch }, { head: 102n, nonce: 12n })
  expect(
    screen.getByText('Simulated 2 blocks ago. Balances may have changed.'),
  ).not.toBeNull()
  expect(screen.queryByText(/at the latest block/)).toBeNull()
  expect(screen.getByText(/^Simulated at nonce 12,/)).not.toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Simulate again' }))
  expect(refetch).toHaveBeenCalledOnce()
})

test('runs again by itself, keeping what stands there meanwhile', async () => {
  const refetch = vi.fn(async () => undefined)
  await show({ data: simulation, refetch }, { head: 101n })
  await waitFor(() =>
    expect(refetch).toHaveBeenCalledExactlyOnceWith({ cancelRefetch: false }),
  )
  expect(screen.getByText('Would succeed, 148,220 gas')).not.toBeNull()
})

test('is not run again of itself once that has failed', async () => {
  const refetch = vi.fn(async () => undefined)
  const error = new NoSimulationError({ methods: ['eth_simulateV1'] })
  await show({ data: simulation, error, refetch }, { head: 101n })
  expect(screen.getByText(/1 block ago.*Can’t simulate again: /)).not.toBeNull()
  expect(screen.getByText('Would succeed, 148,220 gas')).not.toBeNull()
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(refetch).not.toHaveBeenCalled()
})

test('a failure is told in words, with the call that fails', async () => {
  await show({
    data: {
      ...simulation,
      outcome: {
        status: 'reverted',
        data: withReason('GS013'),
        failing: { path: [1], data: withReason('paused') },
        shortage: undefined,
      },
      effects: undefined,
      storage: undefined,
    },
  })
  expect(screen.getByRole('alert').textContent).toMatch(
    /^This transaction would fail\. Call 1\.2 fails: A contract reverted with “paused”\.$/,
  )
})

test('a failure names what the safe lacks, and the errors of tokens', async () => {
  await show({
    data: {
      ...simulation,
      outcome: {
        status: 'reverted',
        data: withReason('GS013'),
        failing: {
          path: [0],
          data: encodePacked(
            ['bytes4', 'uint256', 'uint256'],
            ['0xcf479181', 5n, 7n],
          ),
        },
        shortage: { balance: 5n * 10n ** 17n, sent: 2n * 10n ** 18n },
      },
      effects: undefined,
      storage: undefined,
    },
  })
  expect(screen.getByRole('alert').textContent).toMatch(
    /^This transaction would fail\. The safe holds only 0\.50 ETH, but this transaction sends 2\.00 ETH\. Call 1\.1 fails: A contract reverted: only 5 of the 7 .* \(InsufficientBalance\)\.$/,
  )
})

test('a payment that the safe can’t make says only what the safe lacks', async () => {
  await show({
    data: {
      ...simulation,
      outcome: {
        status: 'reverted',
        data: withReason('GS013'),
        failing: undefined,
        shortage: { balance: 5n * 10n ** 17n, sent: 2n * 10n ** 18n },
      },
      effects: undefined,
      storage: undefined,
    },
  })
  expect(screen.getByRole('alert').textContent).toBe(
    'This transaction would fail. The safe holds only 0.50 ETH, but this transaction sends 2.00 ETH.',
  )
})

test('what no call explains is an alarm', async () => {
  await show({
    data: {
      ...simulation,
      storage: [
        {
          field: 'singleton',
          before: token,
          after: bob.address,
          status: 'unexplained',
        },
      ],
    },
  })
  expect(screen.getByRole('alert').textContent).toContain('no call explains')
  expect(
    screen.getByRole('row', { name: /Implementation.*unexplained/ }),
  ).not.toBeNull()
})

test('says so where it is off, under way, impossible or half blind', async () => {
  const { unmount } = await show({ isOn: false })
  expect(screen.getByText(/^Not simulated/)).not.toBeNull()
  unmount()
  const running = await show({})
  expect(screen.getByRole('status', { name: 'Simulating' })).not.toBeNull()
  running.unmount()
  const failed = await show({
    error: new NoSimulationError({ methods: ['eth_simulateV1', 'eth_call'] }),
  })
  expect(screen.getByRole('alert').textContent).toContain(
    'it doesn’t support eth_simulateV1, eth_call',
  )
  failed.unmount()
  const { effects } = simulation
  const balances = await show({
    data: {
      ...simulation,
      method: 'eth_call with state overrides',
      effects: effects && { ...effects, approvals: [], logs: undefined },
    },
  })
  expect(screen.getByText(/Approvals and events are not listed/)).not.toBeNull()
  balances.unmount()
  await show({
    data: {
      ...simulation,
      method: 'simulateAndRevert',
      effects: undefined,
      storage: undefined,
    },
  })
  expect(screen.getByText(/reports only success or failure/)).not.toBeNull()
  expect(screen.queryByText(/events are not listed/)).toBeNull()
})

async function show(
  state: Partial<SimulationState>,
  { head = 100n, nonce = 9n }: { head?: bigint; nonce?: bigint } = {},
) {
  const queries = new QueryClient({
    defaultOptions: {
      queries: { retry: false, staleTime: Number.POSITIVE_INFINITY },
    },
  })
  queries.setQueryData(headQuery(chain).queryKey, {
    number: head,
    hash: '0x',
    latency: 1,
    source: 'release',
  })
  queries.setQueryData(contractsQuery(chain, [token, address]).queryKey, [
    {
      address: token,
      codeHash: null,
      kind: 'erc20',
      token: { symbol: 'DUSD', decimals: 6 },
      ownerSet: undefined,
      provenance: fromBlock(100n),
    },
  ])
  queries.setQueryData(appConfigQuery.queryKey, {
    version: '0.1.0',
    chains: [chain],
    walletConnect: null,
    demo: null,
  })
  const root = createRootRoute({
    component: () => (
      <SimulationReport
        place={{ chain, address, safe }}
        nonce={nonce}
        state={{
          isOn: true,
          isSettled: true,
          data: undefined,
          error: null,
          refetch: async () => undefined,
          ...state,
        }}
        nameOf={() => undefined}
      />
    ),
  })
  const router = createRouter({
    routeTree: root,
    history: createMemoryHistory({ initialEntries: ['/'] }),
  })
  await router.load()
  return render(
    <MantineProvider env="test">
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  )
}

function withReason(text: string): Hex {
  const encoded = encodeAbiParameters([{ type: 'string' }], [text])
  return `0x08c379a0${encoded.slice(2)}`
}
