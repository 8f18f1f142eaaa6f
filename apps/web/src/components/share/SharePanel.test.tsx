import { buildSafeTransaction } from '@covault/protocol'
import { type Parcel, readPasted } from '@covault/protocol/envelope'
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen } from '@testing-library/react'
import { keccak256, toHex } from 'viem'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { appConfigQuery } from '../../queries/appConfig.js'
import type { ChainConfig } from '../../trust/chainClient.js'
import { SharePanel } from './SharePanel.js'

const chain: ChainConfig = {
  chainId: 31337,
  shortName: 'local1',
  name: 'Local 1',
  rpcUrl: 'http://127.0.0.1:1',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  testnet: true,
  local: true,
}
const domain = {
  chainId: 31337,
  safe: '0x056872b23d43b6a69f1dad82E2E9F0a18Fd1B4D6',
  version: '1.4.1',
} as const
const note = 'Rent for May'
const call = { to: domain.safe, value: 1n, data: '0x', operation: 0 } as const
const transaction = buildSafeTransaction({ domain, calls: [call], nonce: 4n })
const payment: Parcel = {
  signable: { kind: 'transaction', domain, transaction },
  signatures: [],
  note,
}

/** What was handed to the browser as a file. */
const saved: { name: string; text: Promise<string> }[] = []

beforeEach(() => {
  saved.length = 0
  let text = Promise.resolve('')
  URL.createObjectURL = (file: Blob) => {
    text = readBlob(file)
    return 'blob:saved'
  }
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.push({ name: this.download, text })
  })
})

afterEach(() => vi.restoreAllMocks())

test('a note leaves only when it is ticked', async () => {
  show(payment)
  press('Save file')
  fireEvent.click(screen.getByRole('checkbox', { name: /Rent for May/ }))
  press('Save file')
  const [bare, whole] = await Promise.all(saved.map(({ text }) => text))
  expect(bare).not.toContain(note)
  expect(whole).toContain(note)
  expect(saved[0]?.name).toMatch(/^nonce-4-[0-9a-f]{8}\.safetx\.json$/)
})

test('what a payment does and moves stands beside what leaves', () => {
  const value = 1_500_000_000_000_000_000n
  const signable = {
    ...payment.signable,
    transaction: { ...transaction, value },
  } as Parcel['signable']
  show({ signable, signatures: [] })
  const facts = Object.fromEntries(
    screen
      .getAllByRole('term')
      .map((term) => [term.textContent, term.nextSibling?.textContent]),
  )
  expect(facts['What it does']).toMatch(/^Send 1\.50? ETH to .*\.$/)
  expect(facts.Value).toBe('1.50 ETH')
  expect(facts.Nonce).toBe('4')
})

test('the text of a message is shown whole before it leaves', () => {
  const message = 'I am the treasury.\nAnd nobody else.'
  show({ signable: { kind: 'message', domain, message }, signatures: [] })
  expect(screen.getByText('I am the treasury.')).toBeVisible()
  expect(screen.getByText('And nobody else.')).toBeVisible()
})

test('says that a link to this computer has to be pasted elsewhere', async () => {
  show(payment)
  expect(
    await screen.findByText(/People elsewhere can paste it into Import/),
  ).toBeVisible()
})

test('nothing stands between the buttons', async () => {
  show(payment)
  const copy = await screen.findByRole('button', { name: 'Copy link' })
  const row = copy.parentElement
  expect([...(row?.children ?? [])].map(({ tagName }) => tagName)).toEqual(
    Array.from({ length: 4 }, () => 'BUTTON'),
  )
  expect(row).not.toContainElement(screen.getByText(/^This Covault runs/))
})

test('a message is shared as a message', async () => {
  const message = 'I am the treasury of Example'
  show({ signable: { kind: 'message', domain, message }, signatures: [] })
  expect(await screen.findByRole('button', { name: 'Copy link' })).toBeVisible()
  expect(screen.queryByText('Nonce')).toBeNull()
  // Eternal Safe has no links for messages.
  expect(screen.queryByText(/Eternal Safe/)).toBeNull()
  press('Save file')
  const [file] = saved
  expect(file?.name).toMatch(/^message-[0-9a-f]{8}\.safetx\.json$/)
  expect(await readPasted((await file?.text) ?? '')).toMatchObject([
    { kind: 'message', message, stated: { safe: domain.safe } },
  ])
})

test('all codes are printed side by side, once', async () => {
  const print = vi.spyOn(window, 'print').mockImplementation(() => {})
  const data = Array.from({ length: 40 }, (_, at) => keccak256(toHex(at)))
  const large = {
    ...transaction,
    data: `0x${data.map((one) => one.slice(2)).join('')}`,
  } as const
  const signable = { kind: 'transaction', domain, transaction: large } as const
  const draw = show({ signable, signatures: [] })
  press('Print')
  const codes = await screen.findAllByRole('img', { name: /^QR code \d+ of/ })
  expect(codes.length).toBeGreaterThan(2)
  expect(codes.at(-1)).toHaveAccessibleName(
    `QR code ${codes.length} of ${codes.length}`,
  )
  draw()
  expect(print).toHaveBeenCalledTimes(1)
  expect(document.querySelector('[data-printed]')).toContainElement(
    codes[0] ?? null,
  )
  fireEvent(window, new Event('afterprint'))
  expect(screen.queryByRole('img')).toBeNull()
})

test('where it is the page, the browser’s own Print prints it with its codes', async () => {
  show(payment, { isPage: true })
  const panel = screen
    .getByRole('button', { name: 'Print' })
    .closest('[class*="panel"]')
  await expect
    .poll(() => {
      fireEvent(window, new Event('beforeprint'))
      return screen.queryAllByRole('img', { name: 'QR code 1 of 1' }).length
    })
    .toBe(1)
  expect(panel).toHaveAttribute('data-printed')
  fireEvent(window, new Event('afterprint'))
  expect(screen.queryByRole('img')).toBeNull()
  expect(panel).not.toHaveAttribute('data-printed')
})

test('as a part of a page it leaves the paper to the page', async () => {
  show(payment)
  press('Show QR code')
  expect(await screen.findByRole('img', { name: 'QR code' })).toBeVisible()
  fireEvent(window, new Event('beforeprint'))
  expect(document.querySelector('[data-printed]')).toBeNull()
  expect(screen.getByRole('img', { name: 'QR code' })).toBeVisible()
})

/** Returns what draws it once more. */
function show(parcel: Parcel, { isPage = false } = {}): () => void {
  const queries = new QueryClient({
    defaultOptions: { queries: { retry: false, networkMode: 'always' } },
  })
  queries.setQueryData(appConfigQuery.queryKey, {
    version: '0.1.0',
    chains: [chain],
    walletConnect: null,
    demo: null,
  })
  const draw = () => (
    <QueryClientProvider client={queries}>
      <MantineProvider>
        <SharePanel chain={chain} parcel={parcel} isPage={isPage} />
      </MantineProvider>
    </QueryClientProvider>
  )
  const { rerender } = render(draw())
  return () => rerender(draw())
}

/** jsdom's have no method for it. */
function readBlob(file: Blob): Promise<string> {
  return new Promise((resolve) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.readAsText(file)
  })
}

function press(name: string): void {
  fireEvent.click(screen.getByRole('button', { name }))
}
