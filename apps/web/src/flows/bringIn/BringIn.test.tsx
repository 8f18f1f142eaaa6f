import { type AppConfig, GatewayUnreachableError } from '@covault/api'
import type { SafeSignature } from '@covault/protocol'
import { type Carried, writeEnvelope } from '@covault/protocol/envelope'
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { type Address, type Hex, zeroAddress } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterEach, expect, test, vi } from 'vitest'
import { paths } from '../../lib/paths.js'
import { localTransactions, nameLocal } from '../../preferences/localQueue.js'
import { appConfigQuery } from '../../queries/appConfig.js'
import { hashSignable } from '../../trust/hashSignable.js'
import { headQuery } from '../../trust/head.js'
import { type SafeReading, safeQuery } from '../../trust/safe.js'
import type { Signable } from '../../trust/signable.js'
import { connectionQuery } from '../../wallet/connection.js'
import {
  provideWalletLayer,
  type WalletLayer,
} from '../../wallet/walletLayer.js'
import { wrongSignatures } from '../act/keptWork.js'
import { BringIn, BringInCarried } from './BringIn.js'
import { BroughtStates } from './BroughtStates.js'
import { SilentChainError, UnansweredError } from './judgeCarried.js'

const safe = '0xA2c0717EADC654eE59637e39CfEfCB4cA3764829'
const other = '0xabAD204d0BdbaEBb4D27ba0a4e86966E7A3E315a'
const chain: AppConfig['chains'][number] = {
  chainId: 31337,
  shortName: 'local1',
  name: 'Local 1',
  // Nobody listens there: nothing is asked before it is the right safe.
  rpcUrl: 'http://127.0.0.1:9',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  testnet: true,
  local: true,
}

afterEach(cleanup)

function open(Page: () => React.ReactNode) {
  const queries = new QueryClient({
    defaultOptions: { queries: { retry: false, networkMode: 'always' } },
  })
  queries.setQueryData(appConfigQuery.queryKey, {
    version: '1',
    chains: [chain],
    walletConnect: null,
    demo: null,
  })
  const root = createRootRoute()
  const router = createRouter({
    routeTree: root.addChildren([
      createRoute({ getParentRoute: () => root, path: '/$', component: Page }),
    ]),
    history: createMemoryHistory({
      initialEntries: [`/transactions/bring-in?safe=local1:${safe}`],
    }),
  })
  render(
    <MantineProvider>
      <QueryClientProvider client={queries}>
        <Suspense>
          <RouterProvider router={router as never} />
        </Suspense>
      </QueryClientProvider>
    </MantineProvider>,
  )
  return { queries, router }
}

function carry(stated: Partial<Carried['stated']>): Carried {
  return {
    form: 'envelope',
    kind: 'message',
    message: 'We agree.',
    stated,
    signatures: [],
  } as unknown as Carried
}

test('what is for another safe is refused by name, with the way there', async () => {
  const carried = carry({ chainId: 31337, safe: other })
  open(() => <BringInCarried brought={[{ carried, from: 'file' }]} />)
  expect(await screen.findByText('This is for another safe.')).toBeVisible()
  expect(screen.getByText(other).parentElement).toHaveTextContent(
    `local1:${other}`,
  )
  expect(screen.getByText(safe).parentElement).toHaveTextContent(
    `local1:${safe}`,
  )
  expect(
    screen.getByRole('link', { name: 'Open 0xabAD…315a on Local 1' }),
  ).toBeVisible()
  expect(screen.queryByRole('button', { name: /Add/ })).toBeNull()
})

test('what is for a network that nobody configured is refused by its id', async () => {
  const carried = carry({ chainId: 424242, safe })
  open(() => <BringInCarried brought={[{ carried, from: 'file' }]} />)
  expect(
    await screen.findByText('This is for a network that isn’t available here.'),
  ).toBeVisible()
  expect(screen.getByText('Chain ID 424242')).toBeVisible()
  expect(screen.queryByRole('button', { name: /Add/ })).toBeNull()
})

test('a network that the release knows is named', async () => {
  const carried = carry({ chainId: 1, safe })
  open(() => <BringInCarried brought={[{ carried, from: 'file' }]} />)
  expect(await screen.findByText('Ethereum (chain ID 1)')).toBeVisible()
})

test('of several files a damaged one is named, and the others are reviewed', async () => {
  const message = JSON.stringify({
    format: 'safe-message',
    version: 1,
    chainId: '31337',
    safe: other,
    safeVersion: '1.4.1',
    message: 'We agree.',
    messageHash: `0x${'ab'.repeat(32)}`,
    signatures: [],
  })
  open(() => (
    <BringIn
      brought={[
        { text: '{"damaged', file: 'first.json' },
        { text: message, file: 'second.json' },
      ]}
    />
  ))
  expect(
    await screen.findByText('The file first.json can’t be read.'),
  ).toBeVisible()
  expect(screen.getByText('This is for another safe.')).toBeVisible()
})

test('more than can be reviewed at once is refused, however it is divided', async () => {
  const envelope = {
    ...{ format: 'safe-message', version: 1, chainId: '31337', safe: other },
    ...{ safeVersion: '1.4.1', message: 'We agree.', signatures: [] },
  }
  const write = (count: number) =>
    JSON.stringify({ transactions: Array(count).fill(envelope) })
  open(() => (
    <BringIn
      brought={[
        { text: write(90), file: 'first.json' },
        { text: write(100), file: 'second.json' },
        { text: write(20), file: 'third.json' },
      ]}
    />
  ))
  expect(
    await screen.findByText('The file third.json can’t be read.'),
  ).toBeVisible()
  expect(
    screen.getByText(
      'Up to 200 transactions and messages can be reviewed at once, and this makes it 210. Import fewer at a time.',
    ),
  ).toBeVisible()
  expect(screen.getByRole('button', { name: /of 190$/ })).toBeVisible()
})

test('of many only a few are judged before somebody asks for more', async () => {
  const brought = Array.from({ length: 25 }, () => ({
    ...{ carried: carry({ chainId: 31337, safe: other }), from: 'file' },
  })) as Parameters<typeof BringInCarried>[0]['brought']
  open(() => <BringInCarried brought={brought} />)
  const count = () => screen.getAllByText('This is for another safe.').length
  const more = await screen.findByRole('button', { name: 'Show 10 more of 25' })
  expect(count()).toBe(10)
  fireEvent.click(more)
  expect(count()).toBe(20)
})

/** A transaction that the safe of these tests may execute next. */
const payment: Signable<'transaction'> = {
  kind: 'transaction',
  domain: { chainId: 31337, safe, version: '1.4.1' },
  transaction: {
    to: other,
    value: 1n,
    data: '0x',
    operation: 0,
    safeTxGas: 0n,
    baseGas: 0n,
    gasPrice: 0n,
    gasToken: zeroAddress,
    refundReceiver: zeroAddress,
    nonce: 7n,
  },
}

function writeText(signatures: readonly SafeSignature[] = []): string {
  return writeEnvelope({ signable: payment, signatures })
}

test('a safe that was read before the network went is no reason to wait for it', async () => {
  const text = writeText()
  const { queries } = open(() => <BringIn brought={[{ text }]} />)
  const { queryKey } = safeQuery(chain, safe)
  const updatedAt = Date.now() - 60_000
  queries.setQueryData(queryKey, readOnThisVisit, { updatedAt })
  expect(await screen.findByText(/^Working without a network\./)).toBeVisible()
  expect(screen.getByRole('heading', { name: /at nonce 7\.$/ })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Save file' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Add and review' })).toBeNull()
})

test('has the network asked again that the status line still calls connected', async () => {
  const { queries } = open(() => <BringIn brought={[{ text: writeText() }]} />)
  const { queryKey } = headQuery(chain)
  const source = 'release'
  queries.setQueryData(queryKey, {
    number: 7n,
    hash: '0xaa',
    latency: 1,
    source,
  })
  expect(await screen.findByText(/^Working without a network\./)).toBeVisible()
  expect(queries.getQueryState(queryKey)).toMatchObject({
    ...{ status: 'success', isInvalidated: true },
  })
})

test('without a network a valid signature is not shown as an owner’s', async () => {
  const stranger = privateKeyToAccount(generatePrivateKey())
  const data = await stranger.sign({ hash: hashSignable(payment) })
  const text = writeText([{ kind: 'ecdsa', signer: stranger.address, data }])
  open(() => <BringIn brought={[{ text }]} />)
  const mark = await screen.findByText('owner not checked')
  expect(mark.className).toContain('warn')
  expect(
    screen.getByText(
      'Valid signature of this content. Owner not checked: no network',
    ),
  ).toBeVisible()
})

/** What this browser has of a payment before it is imported. */
async function keep(
  { domain, transaction }: Signable<'transaction'>,
  signatures: readonly { signer: Address; signature: Hex }[] = [],
) {
  const { chainId } = domain
  const safeTxHash = hashSignable({ kind: 'transaction', domain, transaction })
  const place = { chainId, safe: domain.safe } as const
  await localTransactions.write(nameLocal(place, safeTxHash), {
    ...{ ...place, transaction, safeTxHash, isProposed: false },
    ...{
      at: 1,
      note: '',
      signatures: signatures.map((s) => ({ ...s, at: 1 })),
    },
  })
}

afterEach(async () => {
  for (const { name } of await localTransactions.list())
    await localTransactions.remove(name)
})

const createOwner = () => privateKeyToAccount(generatePrivateKey())

test('without a network an import is compared with what this browser has', async () => {
  const [own, sender] = [createOwner(), createOwner()]
  const hash = hashSignable(payment)
  const { transaction } = payment
  const signature = await own.sign({ hash })
  await keep(payment, [{ signer: own.address, signature }])
  await keep({ ...payment, transaction: { ...transaction, value: 10n ** 18n } })
  const data = await sender.sign({ hash })
  const text = writeText([{ kind: 'ecdsa', signer: sender.address, data }])
  open(() => <BringIn brought={[{ text, file: 'tx.safetx.json' }]} />)
  expect(
    await screen.findByText(
      'This browser already has this transaction. The transaction was compared only with what is saved in this browser.',
    ),
  ).toBeVisible()
  expect(screen.getByText('1 new signature')).toBeVisible()
  expect(screen.getAllByText('owner not checked')).toHaveLength(2)
  expect(
    screen.getByText(/^Valid signature of this content, already/),
  ).toBeVisible()
  expect(screen.getByText(/Conflicting transactions at nonce 7/)).toBeVisible()
  expect(screen.getByText('Amount')).toBeVisible()
  expect(screen.getByText('1.00 ETH')).toBeVisible()
  const unchecked = document.querySelector('[data-unchecked=elsewhere]')
  expect(unchecked).toHaveTextContent('Not checked: no network')
})

test('without a network signatures that came alone find their transaction here', async () => {
  const sender = createOwner()
  const hash = hashSignable(payment)
  const data = await sender.sign({ hash })
  const carried: Carried = {
    ...{ form: 'localsafe', kind: 'signatures', of: 'transaction', hash },
    stated: { chainId: 31337, safe, versions: ['1.4.1'] },
    signatures: [{ signer: sender.address, data, isContractSignature: false }],
    ...{ note: undefined, origin: undefined },
  }
  const page = () => <BringInCarried brought={[{ carried, from: 'file' }]} />
  open(page)
  expect(await screen.findByText('Can’t check these signatures.')).toBeVisible()
  cleanup()
  await keep(payment)
  open(page)
  expect(await screen.findByText('1 new signature')).toBeVisible()
  expect(screen.getByRole('heading', { name: /at nonce 7\.$/ })).toBeVisible()
})

/** Opens a file where no network answers, ticks what it asks for, and signs. */
async function signOffline(
  text: string,
  owner: ReturnType<typeof createOwner>,
  file = 'tx.safetx.json',
) {
  const account = owner.address
  const { queries, router } = open(() => <BringIn brought={[{ text, file }]} />)
  queries.setQueryData(connectionQuery.queryKey, {
    ...{ status: 'connected', account, chainId: 31337, walletName: 'Test' },
  })
  const takeAway = provideWalletLayer({
    readPlace: async () => ({ account, chainId: 31337 }),
    signTypedData: (typedData: never) => owner.signTypedData(typedData),
  } as unknown as WalletLayer)
  await screen.findByText(/^This browser has not seen this transaction before,/)
  for (const box of screen.getAllByRole('checkbox')) fireEvent.click(box)
  fireEvent.click(screen.getByRole('button', { name: 'Sign' }))
  await screen.findByText(
    /^Your signature is kept in this browser, and no one else has it yet\./,
  )
  return Object.assign(takeAway, { router })
}

test('a signature without a network is kept, and leads to sharing it', async () => {
  const owner = createOwner()
  const takeAway = await signOffline(writeText(), owner)
  const { router } = takeAway
  const [local] = await localTransactions.list()
  expect(local?.value.signatures).toMatchObject([{ signer: owner.address }])
  expect(screen.queryByText(/You have signed and sent nothing/)).toBeNull()
  expect(
    screen.getByText(/^You have signed this transaction in this browser\./),
  ).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Sign' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Save file' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Share' }))
  for (const name of ['Save file', 'Show QR code'])
    expect(screen.getByRole('button', { name })).toBeVisible()
  fireEvent.click(screen.getByRole('link', { name: 'Open transaction' }))
  await expect
    .poll(() => router.state.location)
    .toMatchObject({
      pathname: paths.transaction,
      search: { safe: `local1:${safe}`, id: hashSignable(payment) },
    })
  takeAway()
})

test('a signature without a network is kept beside the valid ones that were imported', async () => {
  const [owner, sender] = [createOwner(), createOwner()]
  const hash = hashSignable(payment)
  const data = await sender.sign({ hash })
  const approval = { kind: 'contract', signer: other, data: '0x12' } as const
  const text = writeText([
    { kind: 'ecdsa', signer: sender.address, data },
    approval,
  ])
  const takeAway = await signOffline(text, owner)
  expect(
    await screen.findByText(
      'This browser can’t keep 1 signature, because only the network can check it. Keep the file, and import it again when the network is back.',
    ),
  ).toBeVisible()
  const [local] = await localTransactions.list()
  expect(local?.value.signatures).toMatchObject([
    { signer: sender.address, isBrought: true, isUnchecked: true },
    { signer: owner.address },
  ])
  expect(local?.value.signatures[1]).not.toHaveProperty('isUnchecked')
  takeAway()
})

const readOnThisVisit: SafeReading = {
  status: 'safe',
  provenance: {
    kind: 'chain',
    block: 5n,
    endpoint: { source: 'release', host: '127.0.0.1:9' },
  },
  safe: {
    address: safe,
    version: '1.4.1',
    owners: [other],
    threshold: 1,
    nonce: 7n,
    singleton: other,
    modules: [],
    hasMoreModules: false,
    guard: null,
    fallbackHandler: null,
    known: true,
  },
}

test.each([
  ['the nonce that was read last', readOnThisVisit, 7n],
  ['no nonce that nobody has said', undefined, undefined],
])(
  'S51: what is signed instead of a message without a network is recorded with %s',
  async (_, read, nonce) => {
    const owner = createOwner()
    const account = owner.address
    const { domain } = payment
    const signable = { kind: 'message', domain, message: 'We agree.' } as const
    const text = writeEnvelope({ signable, signatures: [] })
    const { queries } = open(() => <BringIn brought={[{ text }]} />)
    const { queryKey } = safeQuery(chain, safe)
    const updatedAt = Date.now() - 60_000
    if (read) queries.setQueryData(queryKey, read, { updatedAt })
    queries.setQueryData(connectionQuery.queryKey, {
      ...{ status: 'connected', account, chainId: 31337, walletName: 'Test' },
    })
    const takeAway = provideWalletLayer({
      readPlace: async () => ({ account, chainId: 31337 }),
      signTypedData: () => owner.sign({ hash: hashSignable(payment) }),
    } as unknown as WalletLayer)
    await screen.findByText(/^This browser has not seen this message before,/)
    for (const box of screen.getAllByRole('checkbox')) fireEvent.click(box)
    fireEvent.click(screen.getByRole('button', { name: 'Sign' }))
    expect(
      await screen.findByText(
        /What your wallet returned is not a signature of/,
      ),
    ).toBeVisible()
    const records = await wrongSignatures.list()
    expect(records.map(({ value }) => value.nonce)).toEqual([nonce])
    for (const { name } of records) await wrongSignatures.remove(name)
    takeAway()
  },
)

test('what the gateway did not answer is tried again on request', async () => {
  const refetch = vi.fn(async () => undefined)
  const cause = new GatewayUnreachableError('https://gateway.example', {})
  const error = new UnansweredError({ cause })
  render(
    <MantineProvider>
      <BroughtStates
        query={{ data: undefined, error, refetch }}
        offline="Working without a network."
      >
        {() => null}
      </BroughtStates>
    </MantineProvider>,
  )
  expect(
    screen.getByText(
      'The gateway at https://gateway.example cannot be reached.',
    ),
  ).toBeVisible()
  fireEvent.click(screen.getByRole('button', { name: 'Retry now' }))
  await expect.poll(() => refetch.mock.calls.length).toBe(1)
  cleanup()
  // Only where the network is silent is there a review without it.
  const away = new SilentChainError({ cause })
  render(
    <BroughtStates
      query={{ data: undefined, error: away, refetch }}
      offline="Working without a network."
    >
      {() => null}
    </BroughtStates>,
  )
  expect(screen.getByText('Working without a network.')).toBeVisible()
})

test('what was computed stays when it is computed again in vain', () => {
  const error = new UnansweredError({ cause: new TypeError('Away.') })
  render(
    <MantineProvider>
      <BroughtStates
        query={{ data: 'Judged', error, refetch: async () => undefined }}
      >
        {(data) => data}
      </BroughtStates>
    </MantineProvider>,
  )
  expect(screen.getByText('Judged')).toBeVisible()
  expect(screen.queryByText('This can’t be imported.')).toBeNull()
})

test('a node that dies between two reads leads to the review without a network', async () => {
  const approval: SafeSignature = {
    ...{ kind: 'contract', signer: other },
    data: `0x${'12'.repeat(65)}`,
  }
  const { queries } = open(() => (
    <BringIn brought={[{ text: writeText([approval]) }]} />
  ))
  const { queryKey } = safeQuery(chain, safe)
  const updatedAt = Date.now() + 60_000
  queries.setQueryData(queryKey, readOnThisVisit, { updatedAt })
  expect(await screen.findByText(/^Working without a network\./)).toBeVisible()
  expect(screen.queryByText('This can’t be imported.')).toBeNull()
  expect(screen.getByRole('button', { name: 'Retry now' })).toBeVisible()
})

test.each([
  ['With', true],
  ['Without', false],
])(
  '%s a network a file that is wrong in itself is not tried again',
  async (_, isRead) => {
    const text = writeText().replace(/("value": ?)"1"/, '$1"2"')
    const { queries } = open(() => <BringIn brought={[{ text }]} />)
    const { queryKey } = safeQuery(chain, safe)
    const updatedAt = Date.now() + 60_000
    if (isRead) queries.setQueryData(queryKey, readOnThisVisit, { updatedAt })
    expect(await screen.findByText('This can’t be imported.')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Retry now' })).toBeNull()
  },
)

test('a network that fails later takes no review away', async () => {
  const text = writeText()
  const { queries } = open(() => <BringIn brought={[{ text }]} />)
  const { queryKey } = safeQuery(chain, safe)
  const updatedAt = Date.now() + 60_000
  queries.setQueryData(queryKey, readOnThisVisit, { updatedAt })
  const add = await screen.findByRole('button', { name: 'Add and review' })
  await queries.refetchQueries({ queryKey })
  await expect.poll(() => queries.getQueryState(queryKey)?.status).toBe('error')
  expect(add).toBeVisible()
  expect(screen.queryByText(/^Working without a network\./)).toBeNull()
})
