import type { Moved } from '@covault/api'
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen } from '@testing-library/react'
import type { Address } from 'viem'
import { afterEach, expect, test, vi } from 'vitest'
import type { SafePlace } from '../../understand/safe/safePlace.js'
import { accountQuery } from '../../wallet/account.js'
import { rememberedSession } from '../../wallet/rememberedSession.js'
import { MoveIn } from './MoveIn.js'

const alice = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const stranger = '0x056872b23d43b6a69f1dad82E2E9F0a18Fd1B4D6'
const place = {
  chain: { chainId: 31337, shortName: 'local1' },
  address: stranger,
  safe: { owners: [alice] },
} as unknown as SafePlace

afterEach(() => {
  vi.unstubAllGlobals()
  rememberedSession.clear()
})

/** A gateway that moves in in these parts, and keeps what it was asked. */
function open(account: Address, parts: Moved[] = []) {
  const asked: unknown[] = []
  vi.stubGlobal('fetch', async (_: string, { method, body }: RequestInit) => {
    if (method !== 'POST')
      return Response.json({
        id: account,
        authMethod: 'siwe',
        signerAddress: account,
      })
    asked.push(JSON.parse(String(body)))
    return Response.json(parts.shift())
  })
  const queries = new QueryClient({
    defaultOptions: { queries: { retry: false } },
  })
  queries.setQueryData(accountQuery.queryKey, account)
  render(
    <MantineProvider>
      <QueryClientProvider client={queries}>
        <MoveIn place={place} />
      </QueryClientProvider>
    </MantineProvider>,
  )
  return asked
}

test('is for owners, who sign in first', () => {
  open(stranger)
  expect(screen.queryByText('Move in')).toBeNull()
  open(alice)
  expect(screen.getByRole('button', { name: 'Sign in' })).toBeVisible()
  expect(screen.queryByLabelText('API key')).toBeNull()
})

test('asks part by part, then shows what was moved and what was refused', async () => {
  const expiresAt = Date.now() + 3_600_000
  rememberedSession.write({ address: alice, expiresAt })
  const count = { kind: 'Transactions', known: 0, refused: 0, left: 0 }
  const part = { refused: [], left: [], more: false, stopped: null }
  const line = '0xab (nonce 7): none of its signatures is valid.'
  const asked = open(alice, [
    { ...part, counts: [{ ...count, taken: 300 }], more: true, stopped: 'x' },
    { ...part, counts: [{ ...count, taken: 5, refused: 1 }], refused: [line] },
  ])
  const field = await screen.findByLabelText('Address of the other service')
  const from = 'https://service.example/tx-service/local1'
  fireEvent.change(field, { target: { value: ` ${from} ` } })
  fireEvent.click(screen.getByRole('button', { name: 'Move in' }))
  expect(await screen.findByText('305 moved in, 1 refused')).toBeVisible()
  expect(screen.getByText(line)).toBeVisible()
  expect(
    screen.getByText(/^Everything at the other service was read/),
  ).toBeVisible()
  expect(asked).toEqual([{ from }, { from }])
})

test('a service that goes on with nothing but lies is left, and its lines are cut', async () => {
  const expiresAt = Date.now() + 3_600_000
  rememberedSession.write({ address: alice, expiresAt })
  const counts = [
    { kind: 'Transactions', taken: 0, known: 0, refused: 6_000, left: 0 },
  ]
  const refused = Array.from({ length: 60 }, (_, at) => `Entry ${at} is none.`)
  const part = { counts, refused, left: [], more: true, stopped: 'Once more.' }
  const asked = open(alice, [part, part])
  const field = await screen.findByLabelText('Address of the other service')
  fireEvent.change(field, { target: { value: 'https://service.example' } })
  fireEvent.click(screen.getByRole('button', { name: 'Move in' }))
  expect(await screen.findByText('Once more.')).toBeVisible()
  expect(screen.getByText('0 moved in, 6,000 refused')).toBeVisible()
  expect(screen.getAllByRole('listitem')).toHaveLength(50)
  expect(screen.getByText('And 10 more lines.')).toBeVisible()
  expect(asked).toHaveLength(1)
})

test('where nothing was read, there is no table of nothing', async () => {
  const expiresAt = Date.now() + 3_600_000
  rememberedSession.write({ address: alice, expiresAt })
  const counts = [
    { kind: 'Transactions', taken: 0, known: 0, refused: 0, left: 0 },
  ]
  const part = { refused: [], left: [], more: false, stopped: 'No address.' }
  open(alice, [{ ...part, counts }])
  const field = await screen.findByLabelText('Address of the other service')
  fireEvent.change(field, { target: { value: 'x' } })
  fireEvent.click(screen.getByRole('button', { name: 'Move in' }))
  expect(await screen.findByText('No address.')).toBeVisible()
  expect(screen.queryByText('0 moved in')).toBeNull()
})
