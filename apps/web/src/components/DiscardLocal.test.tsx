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
import {
  cleanup,
  fireEvent,
  render,
  screen,
  waitFor,
} from '@testing-library/react'
import { Suspense } from 'react'
import { zeroAddress } from 'viem'
import { afterEach, expect, test } from 'vitest'
import { useLocal } from '../hooks/useLocal.js'
import {
  type LocalMessage,
  type LocalTransaction,
  localMessages,
  localTransactions,
  nameLocal,
} from '../preferences/localQueue.js'
import type { Records } from '../preferences/records.js'
import { nameSignature, seenSignatures } from '../preferences/seenSignatures.js'
import { appConfigQuery } from '../queries/appConfig.js'
import { recallWaiting } from '../queries/recall.js'
import { loadInFolder } from '../testing/loadInFolder.js'
import type { SafePlace } from '../understand/safe/safePlace.js'
import { DiscardLocal } from './DiscardLocal.js'

const { alice, bob } = demoAccounts
const safe = '0x056872b23d43b6a69f1dad82E2E9F0a18Fd1B4D6'
const chain: AppConfig['chains'][number] = {
  chainId: 31337,
  shortName: 'local1',
  name: 'Local 1',
  rpcUrl: 'http://127.0.0.1:9',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  testnet: true,
  local: true,
}
const place: SafePlace = {
  chain,
  address: safe,
  safe: {
    address: safe,
    owners: [alice.address, bob.address],
    threshold: 2,
    nonce: 1n,
    version: '1.4.1',
    known: true,
    singleton: zeroAddress,
    modules: [],
    hasMoreModules: false,
    guard: null,
    fallbackHandler: null,
  },
}
const hash = `0x${'ab'.repeat(32)}` as const
const fields = { chainId: 31337, safe, isProposed: false, at: 1 } as const
const message: LocalMessage = {
  ...fields,
  content: 'We agree.',
  messageHash: hash,
  signatures: [],
}
const transaction: LocalTransaction = {
  ...fields,
  transaction: {
    to: bob.address,
    value: 1n,
    data: '0x',
    operation: 0,
    safeTxGas: 0n,
    baseGas: 0n,
    gasPrice: 0n,
    gasToken: zeroAddress,
    refundReceiver: zeroAddress,
    nonce: 1n,
  },
  safeTxHash: hash,
  note: '',
  signatures: [],
}
const signature = { signer: alice.address, signature: '0x11', at: 1 } as const

// The test environment has no dialogs of its own.
HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
  this.open = true
}
HTMLDialogElement.prototype.close ??= function (this: HTMLDialogElement) {
  this.open = false
}

afterEach(async () => {
  cleanup()
  for (const records of [localTransactions, localMessages, seenSignatures])
    for (const { name } of await records.list()) await records.remove(name)
})

/** As the details of one that this browser has. */
async function open<Value extends LocalTransaction | LocalMessage>(
  kind: 'transaction' | 'message',
  records: Records<Value>,
  value: Value,
  Discard = DiscardLocal,
) {
  await records.write(nameLocal(value, hash), value)
  const queries = new QueryClient()
  queries.setQueryData(appConfigQuery.queryKey, {
    version: '1',
    chains: [chain],
    walletConnect: null,
    demo: null,
  })
  const Details = () => {
    const local = useLocal(records, place, hash)
    return (
      <>
        <p>{local ? 'Kept' : 'Gone'}</p>
        {local && <Discard {...{ place, kind, hash, local }} />}
      </>
    )
  }
  const router = createRouter({
    routeTree: createRootRoute({ component: Details }),
    history: createMemoryHistory({ initialEntries: ['/transactions/tx'] }),
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
  await screen.findByText('Kept')
  return router
}

const press = (place: HTMLElement) => fireEvent.click(place)
const findButtons = () =>
  screen.findAllByRole('button', { name: 'Discard', hidden: true })

test('a transaction that nobody signed here is discarded after a question', async () => {
  const router = await open('transaction', localTransactions, transaction)
  press((await findButtons())[0] as HTMLElement)
  expect(
    await screen.findByText(
      /^No signatures are lost, because there are none here\./,
    ),
  ).toBeInTheDocument()
  expect(await localTransactions.list()).toHaveLength(1)
  press((await findButtons())[1] as HTMLElement)
  await waitFor(() =>
    expect(router.state.location.pathname).toBe('/transactions/queue'),
  )
  expect(await localTransactions.list()).toEqual([])
})

test('whose signatures are lost is said before a message is discarded', async () => {
  const signed = { ...message, signatures: [signature] }
  const router = await open('message', localMessages, signed)
  press((await findButtons())[0] as HTMLElement)
  expect(
    await screen.findByText(
      /^The signature by 0xf39F…2266 is lost, unless you have shared it\./,
    ),
  ).toBeInTheDocument()
  press((await findButtons())[1] as HTMLElement)
  await waitFor(() =>
    expect(router.state.location.pathname).toBe('/transactions/messages'),
  )
  expect(await localMessages.list()).toEqual([])
})

test('whoever’s signature was seen elsewhere is named, too', async () => {
  await see(seenSignatures, [signature, others])
  const signed = { ...transaction, signatures: [signature] }
  await open('transaction', localTransactions, signed)
  press((await findButtons())[0] as HTMLElement)
  expect(
    await screen.findByText(
      /^The 2 signatures by 0xf39F…2266 and 0x7099…79C8 are lost,/,
    ),
  ).toBeInTheDocument()
})

test('nothing is said of what the gateway has, which nobody has asked', async () => {
  await open('transaction', localTransactions, transaction)
  press((await findButtons())[0] as HTMLElement)
  expect(
    await screen.findByText(
      'This browser’s copy of the transaction is removed. The transaction leaves your list too, unless the gateway has it by now.',
    ),
  ).toBeInTheDocument()
  cleanup()
  const { DiscardLocal: InFolder } = await loadInFolder(
    () => import('./DiscardLocal.js'),
  )
  const local = { ...transaction, isProposed: true, failedAt: 2 }
  await open('transaction', localTransactions, local, InFolder)
  press((await findButtons())[0] as HTMLElement)
  expect(
    await screen.findByText(
      'This browser’s copy of the transaction is removed. The transaction leaves your list too.',
    ),
  ).toBeInTheDocument()
})

test('what the gateway is just taking is not offered for discarding', async () => {
  const proposed = { ...transaction, isProposed: true }
  await open('transaction', localTransactions, proposed)
  expect(screen.queryByRole('button', { name: 'Discard' })).toBeNull()
  cleanup()
  await open('transaction', localTransactions, { ...proposed, failedAt: 2 })
  expect(await findButtons()).toHaveLength(1)
})

const others = { signer: bob.address, signature: '0x22', at: 1 } as const

test('what is discarded comes back by no signature that was seen of it', async () => {
  await see(seenSignatures, [signature, others])
  await discard({ ...transaction, signatures: [signature] })
  await screen.findByText('Gone')
  expect(await recallWaiting({ chainId: 31337, address: safe }, 1n)).toEqual([])
})

test('what the gateway has is not forgotten with the signature that is lost', async () => {
  const local = { ...transaction, isProposed: true, failedAt: 2 }
  await see(seenSignatures, [signature, others])
  await discard({ ...local, signatures: [signature] })
  await waitFor(async () =>
    expect(
      (await seenSignatures.list()).map(({ value }) => value.signer),
    ).toEqual([bob.address]),
  )
  cleanup()
  const [folder, { seenSignatures: seen }] = await loadInFolder(() =>
    Promise.all([
      import('./DiscardLocal.js'),
      import('../preferences/seenSignatures.js'),
    ]),
  )
  await see(seen, [signature, others])
  await discard({ ...local, signatures: [signature] }, folder.DiscardLocal)
  await waitFor(async () => expect(await seen.list()).toEqual([]))
})

async function see(
  records: typeof seenSignatures,
  signed: readonly LocalTransaction['signatures'][number][],
) {
  const { isProposed: _, signatures: __, ...seen } = transaction
  for (const one of signed) {
    const value = { ...seen, ...one, at: Date.now() }
    await records.write(nameSignature(value), value)
  }
}

async function discard(local: LocalTransaction, Discard = DiscardLocal) {
  await open('transaction', localTransactions, local, Discard)
  press((await findButtons())[0] as HTMLElement)
  await waitFor(async () => expect(await findButtons()).toHaveLength(2))
  press((await findButtons())[1] as HTMLElement)
}
