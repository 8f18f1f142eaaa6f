import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { cleanup, render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { LocalMessage } from '../../preferences/localQueue.js'
import { appConfigQuery } from '../../queries/appConfig.js'
import { detailLocalMessage } from '../../queries/localSignables.js'
import { hashSignable } from '../../trust/hashSignable.js'
import { claimMessage } from '../../understand/assess/claim.js'
import { sealsQuery } from '../../understand/assess/sealsQuery.js'
import { readMessage } from '../../understand/decode/readMessage.js'
import type { SafePlace } from '../../understand/safe/safePlace.js'
import { MessageDetails } from './MessageDetails.js'

const address = '0xA2c0717EADC654eE59637e39CfEfCB4cA3764829'
const alice = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const domain = { chainId: 31337, safe: address, version: '1.4.1' } as const
const place: SafePlace = {
  chain: {
    ...{ chainId: 31337, name: 'Local 1', shortName: 'local1' },
    // Nobody listens there.
    ...{ rpcUrl: 'http://127.0.0.1:9', testnet: true, local: true },
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  },
  address,
  safe: {
    ...{ address, owners: [alice, bob], threshold: 2, nonce: 3n },
    ...{ version: '1.4.1', known: true, singleton: address, modules: [] },
    ...{ hasMoreModules: false, guard: null, fallbackHandler: null },
  },
}
const content = 'We agree.'
const messageHash = hashSignable({ kind: 'message', domain, message: content })
const local: LocalMessage = {
  ...{ chainId: 31337, safe: address, isProposed: false, at: 1 },
  ...{ content, messageHash, signatures: [] },
}
const seal = (byte: string) => `0x${byte.repeat(64)}1b` as const

beforeEach(() =>
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('away'))),
)

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** No gateway has joined them. */
function show(signed: readonly (typeof alice | typeof bob)[]): void {
  const queries = new QueryClient({
    defaultOptions: {
      queries: { retry: false, staleTime: Number.POSITIVE_INFINITY },
    },
  })
  queries.setQueryData(appConfigQuery.queryKey, {
    ...{ version: '1', chains: [place.chain as never] },
    ...{ walletConnect: null, demo: null },
  })
  const message = detailLocalMessage(local)
  const read = readMessage(content, { ...domain, address })
  if (!('hashes' in read)) throw read
  queries.setQueryData(
    sealsQuery(place, { ...read, claim: claimMessage(message) }).queryKey,
    signed.map((signer) => ({
      ...{ signer, status: 'verified' as const },
      signature: seal(signer === alice ? '11' : '22'),
    })) as never,
  )
  const router = createRouter({
    routeTree: createRootRoute({
      component: () => (
        <MessageDetails
          place={place}
          message={message}
          messageHash={messageHash}
        />
      ),
    }),
    history: createMemoryHistory(),
  })
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queries}>
        <Suspense>
          <RouterProvider router={router as never} />
        </Suspense>
      </QueryClientProvider>
    </MantineProvider>,
  )
}

test('a fully signed message has its signature, in the order of the owners', async () => {
  show([alice, bob])
  expect(
    await screen.findByRole('button', { name: 'Copy signature' }),
  ).toBeVisible()
  expect(screen.getByText(`${seal('22')}${seal('11').slice(2)}`)).toBeVisible()
})

test('one that lacks a signature has none to copy', async () => {
  show([bob])
  expect(await screen.findByRole('button', { name: 'Copy link' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Copy signature' })).toBeNull()
})
