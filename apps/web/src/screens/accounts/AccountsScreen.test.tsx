import { type AppConfig, getSafeOverviews } from '@covault/api'
import {
  type Devnet,
  demoAccounts,
  deploySafe,
  deploySafeContracts,
  describeSafe,
  startDevnet,
} from '@covault/devnet'
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { render, screen, waitFor, within } from '@testing-library/react'
import { Suspense } from 'react'
import type { Address } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addressBook } from '../../preferences/addressBook.js'
import { knownSafes, pinSafes } from '../../preferences/knownSafes.js'
import { openedSafes, rememberOpened } from '../../preferences/openedSafes.js'
import { appConfigQuery } from '../../queries/appConfig.js'
import { readAbout } from '../../queries/gatewayKey.js'
import { accountQuery } from '../../wallet/account.js'
import { AccountsScreen } from './AccountsScreen.js'

const { alice, bob, carol, dave } = demoAccounts
const plan = { owners: [alice.address, bob.address], threshold: 2 }
const noEndpoint = 'http://127.0.0.1:9'

let one: Devnet
let two: Devnet

beforeAll(async () => {
  ;[one, two] = await Promise.all([
    startDevnet({ chainId: 31337 }),
    startDevnet({ chainId: 31338 }),
  ])
  await Promise.all([deploySafeContracts(one), deploySafeContracts(two)])
  await deploySafe(one, plan)
  await deploySafe(two, plan)
})

afterAll(() => Promise.all([one.stop(), two.stop()]))

test('groups a safe of two chains and shows what each chain says', async () => {
  const { address } = renderScreen()
  expect(await screen.findByText('Treasury')).toBeVisible()
  await screen.findByText('1 safe on 2 networks')
  const [common, first, second] = within(getAccount(address))
    .getAllByRole('row')
    .map(readCells)
  const owners = `${alice.address}${bob.address}`
  const [blockOne, blockTwo] = await Promise.all([
    one.client.getBlockNumber(),
    two.client.getBlockNumber(),
  ])
  expect(common?.slice(0, 3)).toEqual(['2 networks', owners, '2 of 2'])
  expect(first?.slice(0, 3)).toEqual(['', owners, '2 of 2'])
  expect(second?.slice(0, 3)).toEqual(['', owners, '2 of 2'])
  for (const block of [blockOne, blockTwo])
    expect(screen.getAllByTitle(`chain, block ${block}`)).not.toEqual([])
})

test('marks the safes of the connected account', async () => {
  const { queries } = renderScreen()
  await screen.findByText('1 safe on 2 networks')
  expect(screen.queryByText('Owner')).toBeNull()
  queries.setQueryData(accountQuery.queryKey, bob.address)
  expect(await screen.findByText('Owner')).toBeVisible()
  queries.setQueryData(accountQuery.queryKey, carol.address)
  await waitFor(() => expect(screen.queryByText('Owner')).toBeNull())
})

test('a safe made while the page is open appears by itself, and the others are not asked for again', async () => {
  const { queries } = renderScreen()
  await screen.findByText('1 safe on 2 networks')
  const listOverviews = () =>
    queries
      .getQueryCache()
      .getAll()
      .map(({ queryKey }) => readAbout(queryKey))
      .filter((about) => about?.path === getSafeOverviews.path)
      .map((about) => about?.safes?.map(({ chainId }) => chainId) ?? [])
  expect(listOverviews().sort()).toEqual([[31337], [31338]])
  const { address } = await deploySafe(two, {
    owners: [dave.address],
    threshold: 1,
  })
  await screen.findByText('Found on chain')
  expect(getAccount(address)).toHaveTextContent('Unnamed safe')
  expect(getAccount(address)).toHaveTextContent('1 of 1')
  expect(listOverviews().sort()).toEqual([[31337], [31338], [31338]])
})

test('a chain that is down does not hide the other one', async () => {
  const { address } = renderScreen({ urls: [one.url, noEndpoint] })
  await screen.findByText('Can’t reach Local 2. Retrying…')
  await screen.findByText('1 safe on 1 network')
  const [, first, second] = within(getAccount(address)).getAllByRole('row')
  expect(first).toHaveTextContent('2 of 2')
  expect(second).toHaveTextContent('Not loaded')
  expect(screen.getByRole('button', { name: 'Retry now' })).toBeEnabled()
})

test('with every chain down the page says so and offers to retry', async () => {
  renderScreen({ urls: [noEndpoint, noEndpoint] })
  await screen.findByText('Can’t read accounts.')
  expect(
    screen.getAllByText('Can’t connect to the RPC endpoint.'),
  ).toHaveLength(2)
  expect(screen.queryByRole('table')).toBeNull()
  // On a phone three doors would push the reason off the first screen.
  expect(screen.queryByLabelText('Get started')).toBeNull()
  expect(screen.getByRole('link', { name: 'Load a safe' })).toBeVisible()
})

test('with every chain down the safes of this browser are listed, and Import is offered', async () => {
  const [pinned, visited] = [alice, bob].map(({ address }) => address)
  if (!pinned || !visited) throw new Error('No demo accounts.')
  pinSafes([{ chainId: 31338, address: pinned }], true)
  rememberOpened({ chainId: 31338, address: pinned })
  rememberOpened({ chainId: 31337, address: visited })
  addressBook.write([{ chainId: 31337, address: visited, name: 'Petty cash' }])
  renderScreen({ urls: [noEndpoint, noEndpoint] })
  const list = within(
    await screen.findByRole('region', { name: /^Safes in this browser/ }),
  )
  expect(
    list
      .getAllByRole('link')
      .map((link) => [link.textContent, link.getAttribute('href')]),
  ).toEqual([
    ['Unnamed safe on Local 2', `/transactions/queue?safe=local2%3A${pinned}`],
    ['Petty cash on Local 1', `/transactions/queue?safe=local1%3A${visited}`],
  ])
  expect(screen.getByRole('link', { name: 'Import' })).toHaveAttribute(
    'href',
    '/transactions/bring-in',
  )
  for (const kept of [knownSafes, openedSafes, addressBook]) kept.clear()
})

test('says on the first visit what this is, and opens three doors', async () => {
  const { queries, address } = renderScreen()
  expect(await screen.findByText(/several people own together/)).toBeVisible()
  const doors = within(screen.getByLabelText('Get started'))
  const links = doors.getAllByRole('link')
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/new-safe/load',
    '/new-safe/create',
    `/home?safe=local1%3A${address}`,
  ])
  queries.setQueryData(accountQuery.queryKey, bob.address)
  await waitFor(() => expect(screen.queryByLabelText('Get started')).toBeNull())
})

test('is no first visit where the address names a safe', async () => {
  renderScreen({ urls: [one.url], isNamed: true })
  expect(await screen.findByText('Treasury')).toBeVisible()
  expect(screen.queryByLabelText('Get started')).toBeNull()
})

test('with one network the door to loading a safe names it', async () => {
  renderScreen({ urls: [one.url] })
  const door = await screen.findByRole('link', {
    name: /Load a safe.*on Local 1\./,
  })
  expect(door).toHaveAttribute('href', '/new-safe/load?chain=local1')
})

test('without demo safes and networks it says what to do', async () => {
  renderScreen({ urls: [] })
  expect(await screen.findByText('No network configured.')).toBeVisible()
})

function renderScreen({ urls = [one.url, two.url], isNamed = false } = {}) {
  const { address } = describeSafe(31337, plan)
  const place = isNamed ? `/?safe=local1:${address}` : '/'
  const queries = new QueryClient({
    defaultOptions: { queries: { retry: false, networkMode: 'always' } },
  })
  queries.setQueryData(appConfigQuery.queryKey, createConfig({ urls, address }))
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queries}>
        <RouterProvider router={createTestRouter(place)} />
      </QueryClientProvider>
    </MantineProvider>,
  )
  return { queries, address }
}

function createTestRouter(place: string) {
  const root = createRootRoute({
    component: () => (
      <Suspense>
        <AccountsScreen />
      </Suspense>
    ),
  })
  return createRouter({
    routeTree: root,
    history: createMemoryHistory({ initialEntries: [place] }),
  })
}

function createConfig({
  urls,
  address,
}: {
  urls: readonly string[]
  address: Address
}): AppConfig {
  const chains = urls.map((rpcUrl, index) => ({
    chainId: 31337 + index,
    shortName: `local${index + 1}`,
    name: `Local ${index + 1}`,
    rpcUrl,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    testnet: true,
    local: true,
  }))
  const safes = chains.map(({ chainId }) => ({
    chainId,
    address,
    name: 'Treasury',
  }))
  return { version: '0.1.0', chains, walletConnect: null, demo: { safes } }
}

function getAccount(address: Address): HTMLElement {
  const account = document.querySelector<HTMLElement>(
    `[data-account="${address}"]`,
  )
  if (!account) throw new Error(`${address} is not on the page.`)
  return account
}

function readCells(row: HTMLElement): (string | null)[] {
  return within(row)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent)
}
