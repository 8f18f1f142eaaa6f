import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type OwnNetwork, ownNetworks } from '../../preferences/networks.js'
import { OwnNetworks } from './OwnNetworks.js'

let node: Server
let url: string

/** A node of Base, at block 7. */
beforeAll(async () => {
  HTMLDialogElement.prototype.showModal ??= function () {
    this.open = true
  }
  HTMLDialogElement.prototype.close ??= () => undefined
  node = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => {
      response.setHeader('content-type', 'application/json')
      response.setHeader('access-control-allow-origin', '*')
      response.setHeader('access-control-allow-headers', '*')
      if (request.method === 'OPTIONS') {
        response.end()
        return
      }
      const asked = JSON.parse(Buffer.concat(chunks).toString())
      const answer = ({ id, method }: { id: number; method: string }) => ({
        ...{ jsonrpc: '2.0', id },
        result:
          method === 'eth_chainId'
            ? '0x2105'
            : { number: '0x7', hash: `0x${'ab'.repeat(32)}`, timestamp: '0x1' },
      })
      response.end(
        JSON.stringify(
          Array.isArray(asked) ? asked.map(answer) : answer(asked),
        ),
      )
    })
  })
  await new Promise<void>((done) => node.listen(0, '127.0.0.1', () => done()))
  url = `http://127.0.0.1:${(node.address() as AddressInfo).port}`
})

afterAll(() => node.close())
afterEach(() => {
  cleanup()
  localStorage.clear()
})

function open() {
  const saved: (readonly OwnNetwork[])[] = []
  render(
    <MantineProvider>
      <QueryClientProvider client={new QueryClient()}>
        <OwnNetworks
          chains={[]}
          onSave={async (networks) => void saved.push(networks)}
        />
      </QueryClientProvider>
    </MantineProvider>,
  )
  return saved
}

function fill(label: string, value: string): void {
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
}

function press(name: string): void {
  const buttons = screen.getAllByRole('button', { name })
  const last = buttons.at(-1)
  if (last) fireEvent.click(last)
}

test('adds a network of the release by its RPC URL', async () => {
  const saved = open()
  press('Add network')
  fill('Network', '8453')
  expect(screen.queryByLabelText('Short name')).toBeNull()
  fill('RPC URL', url)
  press('Add network')
  await expect.poll(() => saved).toEqual([[{ chainId: 8453, rpcUrl: url }]])
})

test('refuses an endpoint of another network by name, and saves nothing', async () => {
  const saved = open()
  press('Add network')
  fill('Network', '10')
  fill('RPC URL', url)
  press('Add network')
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'The RPC endpoint for OP Mainnet answers for Base (chain ID 8453), not OP Mainnet (chain ID 10).',
  )
  expect(saved).toEqual([])
})

test('says what is missing for a network that the release does not know', async () => {
  const saved = open()
  press('Add network')
  fill('Chain ID', '999999')
  expect(
    screen.getByText(/^Covault doesn’t know this network, so nothing confirms/),
  ).toBeVisible()
  fill('RPC URL', url)
  press('Add network')
  expect(
    await screen.findByText('Enter a name of up to 40 letters and digits.'),
  ).toBeVisible()
  fill('Name', 'Moonbase')
  fill('Short name', 'moon')
  fill('Currency symbol', 'MOON')
  press('Add network')
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'The RPC endpoint for Moonbase answers for Base (chain ID 8453), not chain ID 999999.',
  )
  expect(saved).toEqual([])
})

test('removes a network, and shows no key of an RPC URL', () => {
  const described = { name: 'Moonbase', shortName: 'moon', symbol: 'MOON' }
  ownNetworks.write([
    { chainId: 8453, rpcUrl: 'https://node.example/secret' },
    { chainId: 999_999, rpcUrl: 'https://moon.example', described },
  ])
  const saved = open()
  expect(screen.getByText('https://node.example/…')).toBeVisible()
  press('Remove Chain 8453')
  expect(saved).toEqual([[expect.objectContaining({ chainId: 999_999 })]])
})

test('replaces what another tab added for the same chain meanwhile', async () => {
  const saved = open()
  press('Add network')
  fill('Network', '8453')
  fill('RPC URL', url)
  const other = { chainId: 10, rpcUrl: 'https://other.example' }
  localStorage.setItem(
    'covault.v1.networks',
    JSON.stringify([{ chainId: 8453, rpcUrl: 'https://base.example' }, other]),
  )
  press('Add network')
  await expect
    .poll(() => saved)
    .toEqual([[other, { chainId: 8453, rpcUrl: url }]])
})
