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
import { type Address, zeroAddress } from 'viem'
import { afterEach, expect, test, vi } from 'vitest'
import type { AppSearch } from '../../lib/searchText.js'
import { addressBook } from '../../preferences/addressBook.js'
import { appConfigQuery } from '../../queries/appConfig.js'
import { balancesQuery } from '../../queries/balances.js'
import { fromBlock } from '../../testing/provenance.js'
import { chainBalancesQuery } from '../../trust/assets/balances.js'
import type { SafePlace } from '../../understand/safe/safePlace.js'
import { createInput, type SendTokensInput } from './input.js'
import { SendTokensForm } from './SendTokensForm.js'

const safe = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const alice = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const bob = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const dollar = '0x5FbDB2315678afecb367f032d93F642f64180aa3'

const chain = {
  chainId: 31337,
  shortName: 'local1',
  name: 'Local 1',
  rpcUrl: 'http://127.0.0.1:1',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  testnet: true,
  local: true,
}

afterEach(() => addressBook.write([]))

test('a link fills in token and recipient', async () => {
  await show({ token: dollar, recipient: bob })
  expect(screen.getByLabelText('Recipient 1')).toHaveValue(bob)
  expect(screen.getByLabelText('Token 1')).toHaveValue(dollar)
  expect(screen.getByText('Balance 5.25 DUSD')).toBeVisible()
})

test('an empty form says what is missing only when it is handed in', async () => {
  const { onDone } = await show()
  expect(screen.queryByText(/^Enter/)).toBeNull()
  review()
  expect(screen.getByText('Enter a recipient.')).toBeVisible()
  expect(screen.getByText('Enter an amount.')).toBeVisible()
  expect(screen.getByLabelText('Recipient 1')).toHaveFocus()
  expect(onDone).not.toHaveBeenCalled()
})

test('suggestions name everybody but the safe, and hide no mistake', async () => {
  addressBook.write([
    { chainId: 31337, address: safe, name: 'Treasury' },
    { chainId: 31337, address: bob, name: 'Bob' },
  ] as never)
  await show()
  const recipient = screen.getByLabelText('Recipient 1')
  fireEvent.focus(recipient)
  expect(screen.getByRole('button', { name: /^Bob/ })).toBeVisible()
  expect(screen.queryByRole('button', { name: /^Treasury/ })).toBeNull()
  fireEvent.keyDown(recipient, { key: 'Enter' })
  review()
  expect(screen.getByText('Enter a recipient.')).toBeVisible()
  expect(screen.queryByRole('list', { name: 'Suggestions' })).toBeNull()
})

test('an amount is judged when its field is left', async () => {
  await show({ recipient: bob })
  const amount = type('Amount 1', '1,5')
  expect(screen.queryByText(/Commas aren’t accepted/)).toBeNull()
  fireEvent.blur(amount)
  expect(screen.getByText(/Commas aren’t accepted/)).toBeVisible()
  type('Amount 1', '1.5')
  expect(screen.queryByText(/Commas aren’t accepted/)).toBeNull()
})

test('Max takes what the other rows leave, to the last unit', async () => {
  const { onDone, read } = await show({ recipient: bob, token: dollar })
  type('Amount 1', '0.000001')
  fireEvent.click(screen.getByText('Add recipient'))
  expect(screen.getByLabelText('Recipient 2')).toHaveFocus()
  type('Recipient 2', alice)
  expect(screen.getByLabelText('Token 2')).toHaveValue(dollar)
  fireEvent.click(screen.getByLabelText('Max of row 2'))
  expect(screen.getByLabelText('Amount 2')).toHaveValue('5.249999')
  expect(screen.getByText('leaves 0.00 DUSD')).toBeVisible()
  review()
  expect(onDone).toHaveBeenCalledOnce()
  expect(read().payments).toMatchObject([
    { recipient: bob, token: dollar, amount: '0.000001' },
    { recipient: alice, token: dollar, amount: '5.249999' },
  ])
})

test('too much is refused at its row and in the sum', async () => {
  const { onDone } = await show({ recipient: bob, token: dollar })
  type('Amount 1', '6')
  review()
  expect(screen.getByText('The safe has only 5.25 DUSD.')).toBeVisible()
  expect(screen.getByText('0.75 DUSD too much')).toBeVisible()
  expect(screen.getByLabelText('Amount 1')).toHaveFocus()
  expect(onDone).not.toHaveBeenCalled()
})

test('sending to the safe itself is warned of', async () => {
  const { onDone } = await show({ recipient: safe })
  expect(screen.getByText(/^This is the safe itself/)).toBeVisible()
  type('Amount 1', '1')
  review()
  expect(onDone).toHaveBeenCalledOnce()
})

test('a contact is as good as its address, and becomes it', async () => {
  addressBook.write([{ chainId: 31337, address: bob, name: 'Bob B.' }])
  const { onDone } = await show({ recipient: 'bob b.' })
  type('Amount 1', '1')
  review()
  expect(onDone).toHaveBeenCalledExactlyOnceWith({
    payments: [expect.objectContaining({ recipient: bob, resolved: null })],
  })
})

test('lines pasted where a recipient is expected become rows', async () => {
  const { read } = await show({ token: dollar })
  paste('Recipient 1', `${alice},1\n${bob},2.5`)
  expect(screen.getByText('2 rows added.')).toBeVisible()
  expect(read().payments).toMatchObject([
    { recipient: alice, token: dollar, amount: '1' },
    { recipient: bob, token: dollar, amount: '2.5' },
  ])
})

test('a list with a broken row is shown with it, and nothing is taken', async () => {
  const { read } = await show()
  paste('Recipient 1', `,${alice},1\n,${bob},2,5`)
  expect(
    screen.getByText(/^Row 2: “2,5” contains a comma, which separates columns/),
  ).toBeVisible()
  expect(read().payments).toHaveLength(1)
  const list = type('One payment per line', `,${alice},1\n,${bob},2.5`)
  fireEvent.click(screen.getByText('Add rows'))
  expect(list).not.toBeInTheDocument()
  expect(read().payments).toHaveLength(2)
})

test('a CSV file becomes rows', async () => {
  const { container, read } = await show()
  fireEvent.click(screen.getByText(/^Paste list/))
  const file = new File(
    [`token_address,receiver,amount\n${dollar},${alice},1\n,${bob},0.5\n`],
    'payout.csv',
  )
  const field = container.querySelector('input[type="file"]')
  fireEvent.change(field as Element, { target: { files: [file] } })
  await screen.findByText('2 rows added.')
  expect(read().payments).toMatchObject([
    { recipient: alice, token: dollar, amount: '1' },
    { recipient: bob, token: zeroAddress, amount: '0.5' },
  ])
})

test('of many rows each can be corrected, and the wrong ones are named', async () => {
  const { onDone, read } = await show()
  const lines = Array.from({ length: 20 }, (_, index) => {
    const digits = (0xabc000 + index).toString(16).padStart(40, '0')
    return `,0x${digits},${index === 11 ? '1,5' : '0.001'}`
  })
  fireEvent.click(screen.getByText(/^Paste list/))
  type('One payment per line', lines.join('\n').replaceAll('1,5', '"1,5"'))
  fireEvent.click(screen.getByText('Add rows'))
  expect(screen.getAllByLabelText(/^Edit row/)).toHaveLength(20)
  expect(screen.queryByLabelText('Recipient 1')).toBeNull()
  review()
  expect(onDone).not.toHaveBeenCalled()
  const alert = screen.getByText('1 row to correct').parentElement
  expect(alert).toHaveTextContent(/Row 12: Use a point for decimals/)
  expect(screen.getByLabelText('Amount 12')).toHaveFocus()
  type('Amount 12', '0.002')
  fireEvent.click(screen.getByText('Done with row 12'))
  fireEvent.click(screen.getByLabelText('Remove row 1'))
  expect(screen.getByText('0.02 ETH')).toBeVisible()
  review()
  expect(onDone).toHaveBeenCalledOnce()
  expect(read().payments).toHaveLength(19)
})

test('a token that nobody lists says so at its field', async () => {
  await show({ recipient: bob })
  paste('Recipient 1', `USDC,${alice},1\n,${bob},2`)
  expect(screen.getByText('“USDC” isn’t a token address.')).toBeVisible()
})

/** The form over balances that the chain has said already. */
async function show(search: AppSearch = {}) {
  const queries = new QueryClient({
    defaultOptions: {
      queries: { staleTime: Number.POSITIVE_INFINITY, retry: false },
    },
  })
  const place: SafePlace = { chain, address: safe, safe: {} as never }
  answerQueries(queries)
  const onDone = vi.fn()
  let latest: SendTokensInput = createInput(search)
  function Harness() {
    const [input, setInput] = useState(latest)
    latest = input
    return (
      <SendTokensForm
        place={place}
        input={input}
        onInput={setInput}
        onDone={() => onDone(input)}
      />
    )
  }
  const router = createRouter({
    routeTree: createRootRoute({ component: Harness }),
    history: createMemoryHistory(),
  })
  const { container } = render(
    <MantineProvider env="test">
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  )
  await screen.findByText('Review')
  return { container, onDone, read: () => latest }
}

function answerQueries(queries: QueryClient) {
  const info = { logoUri: '', fiatBalance: '0', fiatConversion: '0' }
  const items = [
    {
      tokenInfo: {
        type: 'NATIVE_TOKEN',
        address: zeroAddress,
        ...{ name: 'USD Coin', symbol: 'USDC', decimals: 6 },
      },
      balance: 0n,
      ...info,
    },
    {
      tokenInfo: {
        type: 'ERC20',
        address: dollar,
        name: 'Ether',
        symbol: 'ETH',
        decimals: 2,
      },
      balance: 0n,
      ...info,
    },
  ]
  queries.setQueryData(appConfigQuery.queryKey, {
    version: '0',
    chains: [chain],
    walletConnect: null,
    demo: null,
  })
  for (const trustedOnly of [true, false])
    queries.setQueryData(
      balancesQuery({
        chainId: 31337,
        address: safe,
        currency: 'usd',
        trustedOnly,
      }).queryKey,
      { fiatTotal: '0', items } as never,
    )
  // The gateway is wrong about symbols, decimals and amounts; the chain is not.
  queries.setQueryData(
    chainBalancesQuery({
      chain,
      holder: safe,
      tokens: [zeroAddress, dollar],
    }).queryKey,
    {
      provenance: fromBlock(7n),
      tokens: new Map<
        Address,
        { amount: bigint; symbol: string; decimals: number }
      >([
        [zeroAddress, { amount: 10n ** 18n, symbol: 'ETH', decimals: 18 }],
        [dollar, { amount: 5_250_000n, symbol: 'DUSD', decimals: 6 }],
      ]),
    },
  )
}

function type(label: string, value: string): HTMLElement {
  const field = screen.getByLabelText(label)
  fireEvent.change(field, { target: { value } })
  return field
}

function paste(label: string, text: string) {
  fireEvent.paste(screen.getByLabelText(label), {
    clipboardData: { getData: () => text },
  })
}

function review() {
  fireEvent.click(screen.getByText('Review'))
}
