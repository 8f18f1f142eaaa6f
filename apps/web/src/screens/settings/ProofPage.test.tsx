import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { afterEach, expect, test } from 'vitest'
import { appConfigQuery } from '../../queries/appConfig.js'
import {
  type ServedRelease,
  servedRelease,
  tellRelease,
} from '../../trust/served/servedRelease.js'
import type { Kept } from '../../worker/release.js'
import { ProofPage } from './ProofPage.js'

afterEach(() => servedRelease.write({ isFromCopy: false }))

const root = 'ab'.repeat(32)

function open(
  served: Partial<ServedRelease>,
  { isSigned = true }: { isSigned?: boolean } = {},
): void {
  servedRelease.write({ isFromCopy: false, ...served })
  const cache = new QueryClient()
  cache.setQueryData(appConfigQuery.queryKey, {
    version: '0.1.0',
    chains: [],
    ...(isSigned && { release: { root, product: '0.1.0' } }),
  } as never)
  render(
    <QueryClientProvider client={cache}>
      <MantineProvider>
        <Suspense>
          <ProofPage />
        </Suspense>
      </MantineProvider>
    </QueryClientProvider>,
  )
}

const kept: Kept = {
  id: 'x',
  since: 1,
  signers: ['alice'],
  release: {
    product: '0.1.0',
    sequence: 1,
    commit: 'c',
    severity: 'normal',
    keys: { threshold: 1, signers: { alice: 'ssh-ed25519 AAAA' } },
    files: {},
    csp: { scriptHashes: [], styleHashes: [] },
    root,
  },
}

test('says first that a page came without https, signed or not', () => {
  open({ noCopy: 'insecure' }, { isSigned: false })
  expect(screen.getByText(/^This page came without https/)).toBeVisible()
  expect(screen.getByText('No copy')).toBeVisible()
})

test('says what an old browser lacks', () => {
  open({ noCopy: 'signatures' })
  expect(screen.getByText(/lacks Ed25519/)).toBeVisible()
})

test('of a release that is not signed no browser is to blame', () => {
  open({ noCopy: 'browser' }, { isSigned: false })
  expect(
    screen.getByText(/^This browser keeps copies of signed releases only/),
  ).toBeVisible()
  expect(screen.getByText('None: only signed releases have one')).toBeVisible()
})

test('S07: shows the hash of the update that is agreed to', () => {
  const offered = 'cd'.repeat(32)
  const release = { ...kept.release, sequence: 2, root: offered }
  open({ kept: { ...kept, other: { id: 'y', signers: ['alice'], release } } })
  expect(screen.getByTitle(offered)).toHaveTextContent('cdcdcdcd…cdcdcdcd')
  expect(screen.getByRole('button', { name: 'Copy root' })).toBeVisible()
})

test('S08: lists whom the page may connect to, and asks before more sites may frame it', () => {
  const connect = ['https://rpc.example', 'wss://relay.example']
  const parents = ['https://host.example']
  const asked = [...parents, 'https://mallory.example']
  open({ kept: { ...kept, origins: { connect, parents } } })
  expect(screen.getByText(connect.join(', '))).toBeVisible()
  expect(screen.getByText('https://host.example')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Allow sites' })).toBeNull()
  const origins = { connect, parents, asked }
  act(() => tellRelease({ kept: { ...kept, origins } }))
  expect(screen.getByText(/mallory\.example\. Allow this only/)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Allow sites' })).toBeVisible()
})

test('says what a saved copy does not protect from only where there is one', () => {
  open({ noCopy: 'browser' })
  expect(screen.queryByText('Limits of the saved copy')).toBeNull()
  act(() => tellRelease({ kept }))
  expect(screen.getByText('Limits of the saved copy')).toBeVisible()
})

test('sends nobody to another computer with an address of this one', () => {
  open({ noCopy: 'browser' })
  expect(window.location.hostname).toBe('localhost')
  expect(screen.getByText(/so run this command here:/)).toBeVisible()
  expect(screen.queryByText(/command on another computer/)).toBeNull()
})

test('says whose keys signed', () => {
  open({ kept, isFromCopy: true })
  expect(screen.getByText('The operator of this site')).toBeVisible()
  const isByMaintainers = true
  act(() => tellRelease({ kept: { ...kept, isByMaintainers } }))
  expect(
    screen.getByText('Covault’s maintainers, as listed in the source'),
  ).toBeVisible()
})
