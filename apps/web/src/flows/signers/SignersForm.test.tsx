import type { AppConfig } from '@covault/api'
import { demoAccounts } from '@covault/devnet'
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { fireEvent, render, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { type Address, zeroAddress } from 'viem'
import { beforeEach, expect, test, vi } from 'vitest'
import { addressBook, findContact } from '../../preferences/addressBook.js'
import { appConfigQuery } from '../../queries/appConfig.js'
import { fromBlock } from '../../testing/provenance.js'
import { type ContractFacts, contractsQuery } from '../../trust/contracts.js'
import type { SafeState } from '../../trust/safe.js'
import { accountQuery } from '../../wallet/account.js'
import { SignersForm } from './SignersForm.js'
import { createSignersInput, type SignersInput } from './signersInput.js'

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
const onDone = vi.fn()
const button = (name: string | RegExp) => screen.getByRole('button', { name })
const field = (label: string) => screen.getByLabelText(label)
const write = (label: string, value: string) =>
  fireEvent.change(field(label), { target: { value } })
const changes = () => screen.getByRole('region', { name: 'Changes' })

beforeEach(() => onDone.mockReset())

test('shows who owns the safe, and refuses to change nothing', async () => {
  await open()
  expect(
    screen
      .getAllByText(/^0x[0-9a-fA-F]{40}$/)
      .map(({ textContent }) => textContent),
  ).toEqual(safe.owners)
  expect(within(changes()).getByText('No changes yet.')).toBeVisible()
  expect(button('Review')).toBeDisabled()
  expect(button('Review')).toHaveAccessibleDescription(/^No changes yet\./)
})

test('mistakes are told beside their field, once it was left or asked for', async () => {
  await open()
  fireEvent.click(button('Add owner'))
  write('New owner 1', bob.address)
  expect(screen.queryByText(/is already an owner/)).toBeNull()
  expect(within(changes()).getByText('No valid changes yet.')).toBeVisible()
  fireEvent.blur(field('New owner 1'))
  expect(field('New owner 1')).toHaveAccessibleDescription(
    /is already an owner/,
  )
  // What is wrong with the text itself is said at once.
  write('New owner 1', `eth:${dave.address}`)
  expect(field('New owner 1')).toHaveAccessibleDescription(
    /for the network “eth”/,
  )
  write('Signatures required', '5')
  expect(field('Signatures required')).toHaveAccessibleDescription(
    /Enter at most 4: the safe will have 4 owners/,
  )
  fireEvent.click(button('Review'))
  expect(onDone).not.toHaveBeenCalled()
})

test('replaces, removes, adds and sets the threshold, and tells it before', async () => {
  const { last } = await open()
  fireEvent.click(button(/^Replace 0x7099/))
  write('Replacement for 0x7099…79C8', dave.address)
  fireEvent.click(button(/^Remove 0x3C44/))
  write('Signatures required', '1')
  const told = within(changes())
  expect(told.getByText('Replaced')).toBeVisible()
  expect(told.getByText(dave.address)).toBeVisible()
  expect(told.getByText('Removed')).toBeVisible()
  expect(told.getByText('2 calls in one transaction')).toBeVisible()
  expect(changes()).toHaveTextContent('2 of 3→changes to1 of 2')
  fireEvent.click(button('Review'))
  expect(onDone).toHaveBeenCalledOnce()
  expect(last().rows).toMatchObject([
    { owner: alice.address, fate: 'stays' },
    { owner: bob.address, fate: 'replaced', address: dave.address },
    { owner: carol.address, fate: 'leaves' },
  ])
})

test('what was done to an owner can be taken back, and nothing typed is lost', async () => {
  await open()
  fireEvent.click(button(/^Replace 0x7099/))
  write('Replacement for 0x7099…79C8', dave.address)
  fireEvent.click(button(/^Keep 0x7099/))
  expect(screen.queryByLabelText('Replacement for 0x7099…79C8')).toBeNull()
  fireEvent.click(button(/^Replace 0x7099/))
  expect(field('Replacement for 0x7099…79C8')).toHaveValue(dave.address)
})

test('another text does not mean what the one before did', async () => {
  const { last } = await open({
    input: createSignersInput(safe, { recipient: dave.address }),
  })
  fireEvent.click(button('Review'))
  expect(last().rows[3]).toMatchObject({ address: dave.address })
  write('New owner 1', 'somebody else')
  expect(last().rows[3]).toMatchObject({ address: null, resolvedName: null })
})

test('a name for a new owner goes to the address book, and nowhere else', async () => {
  const { last } = await open({
    input: createSignersInput(safe, { recipient: dave.address }),
  })
  write('Name (optional)', ' Dave ')
  expect(findContact(addressBook.read(), placeOf(dave.address))).toBe(undefined)
  fireEvent.click(button('Review'))
  expect(findContact(addressBook.read(), placeOf(dave.address))?.name).toBe(
    'Dave',
  )
  expect(last().rows[3]).toMatchObject({ address: dave.address })
  addressBook.write([])
})

test('warns of what is allowed but cannot be undone', async () => {
  await open({
    contracts: [{ address: dave.address, codeHash: '0x12', kind: 'safe' }],
  })
  fireEvent.click(button(/^Remove 0xf39F/))
  fireEvent.click(button('Add owner'))
  write('New owner 1', dave.address)
  write('Signatures required', '3')
  const told = within(changes())
  expect(told.getByText(/^All 3 owners must sign/)).toBeVisible()
  expect(told.getByText(/^You are removing yourself/)).toBeVisible()
  expect(await told.findByText(/^0x90F7…b906 is a safe/)).toBeVisible()
  fireEvent.click(button('Review'))
  expect(onDone).toHaveBeenCalledOnce()
})

test('a draft from before the owners changed starts from the present ones', async () => {
  const { last } = await open({
    input: createSignersInput(
      { owners: [alice.address, bob.address], threshold: 1 },
      { recipient: dave.address },
    ),
  })
  expect(screen.getByRole('alert')).toHaveTextContent(
    `${carol.address} became an owner; the threshold is 2 instead of 1.`,
  )
  fireEvent.click(button('Review'))
  expect(onDone).not.toHaveBeenCalled()
  fireEvent.click(button('Start from current owners'))
  expect(screen.queryByRole('alert')).toBeNull()
  expect(field('New owner 1')).toHaveValue(dave.address)
  fireEvent.click(button('Review'))
  expect(onDone).toHaveBeenCalledOnce()
  expect(last()).toMatchObject({ threshold: '2', presentThreshold: 2 })
})

async function open({
  input = createSignersInput(safe),
  contracts = [],
}: {
  input?: SignersInput
  contracts?: Pick<ContractFacts, 'address' | 'codeHash' | 'kind'>[]
} = {}) {
  const queries = new QueryClient({
    defaultOptions: { queries: { retry: false } },
  })
  const config: AppConfig = {
    version: '0.1.0',
    chains: [chain],
    walletConnect: null,
    demo: null,
  }
  queries.setQueryData(appConfigQuery.queryKey, config)
  queries.setQueryData(accountQuery.queryKey, alice.address)
  queries.setQueryData(
    contractsQuery(chain, [dave.address]).queryKey,
    contracts.map((facts) => ({
      token: undefined,
      ownerSet: undefined,
      provenance: fromBlock(7n),
      ...facts,
    })),
  )
  let last = input
  function Machine() {
    const [held, setHeld] = useState(input)
    last = held
    return (
      <SignersForm
        place={{ chain, address, safe }}
        input={held}
        onInput={setHeld}
        onDone={onDone}
      />
    )
  }
  const router = createRouter({
    routeTree: createRootRoute({ component: Machine }),
    history: createMemoryHistory(),
  })
  render(
    <MantineProvider>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  )
  await screen.findByRole('button', { name: 'Review' })
  return { last: () => last }
}

function placeOf(address: Address) {
  return { chainId: 31337, address }
}
