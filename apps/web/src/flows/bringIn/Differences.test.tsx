import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, within } from '@testing-library/react'
import { Suspense } from 'react'
import { afterEach, expect, test } from 'vitest'
import type { BroughtFrom } from '../../lib/carriedText.js'
import { appConfigQuery } from '../../queries/appConfig.js'
import type { SafePlace } from '../../understand/safe/safePlace.js'
import { Differences } from './Differences.js'
import type { Difference } from './listDifferences.js'

const [carol, mallory] = [
  '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
  '0x90F79bf6EB2c4f870365E785982E1f101E93b906',
] as const
const place = {
  chain: { chainId: 31337, shortName: 'local1', name: 'Local 1' },
  address: '0x056872b23d43b6a69f1dad82E2E9F0a18Fd1B4D6',
} as unknown as SafePlace

afterEach(cleanup)

function open(
  differences: readonly Difference[],
  from: BroughtFrom = 'file',
): void {
  const queries = new QueryClient()
  queries.setQueryData(appConfigQuery.queryKey, {
    version: '1',
    chains: [],
    walletConnect: null,
    demo: null,
  })
  render(
    <MantineProvider>
      <QueryClientProvider client={queries}>
        <Suspense>
          <Differences place={place} from={from} differences={differences} />
        </Suspense>
      </QueryClientProvider>
    </MantineProvider>,
  )
}

test('shows both sides of a field, with addresses whole and in one piece', () => {
  open([{ field: 'transfer, to', file: mallory, queue: carol }])
  const line = screen.getByText('transfer, to').parentElement
  if (!line) throw new Error('There is no line.')
  const [file, queue] = within(line).getAllByRole('definition')
  expect(file).toHaveTextContent(`In the file${mallory}`)
  expect(queue).toHaveTextContent(`In the queue${carol}`)
  // One text node: nothing breaks it.
  expect(screen.getByText(mallory)).toBeVisible()
})

test('says what ours came in', () => {
  open([{ field: 'Amount', file: '1 ETH', queue: '2 ETH' }], 'QR code')
  expect(screen.getByText('In the QR code')).toBeVisible()
  expect(screen.queryByText('In the file')).toBeNull()
})

test('names whose signature it is, and makes foreign text visible', () => {
  open([
    { field: 'Signature', of: carol, file: 'Signed', queue: 'None' },
    { field: 'Note', file: 'Rent\u202Egnp', queue: 'Rent' },
  ])
  expect(screen.getByText(carol)).toBeVisible()
  expect(screen.queryByText(/\u202E/)).toBeNull()
})

test('counts the lines that are left out', () => {
  open(
    Array.from({ length: 75 }, (_, at) => ({
      ...{ field: `Call ${at}: Amount`, file: '1 ETH', queue: '2 ETH' },
    })),
  )
  expect(screen.getByText(/^15 more rows/)).toBeVisible()
})

test('shows a long value from where it differs', () => {
  const same = `0x${'ab'.repeat(15_000)}`
  open([{ field: 'Calldata', file: `${same}12ff`, queue: `${same}1234` }])
  const [file, queue] = screen.getAllByRole('definition')
  expect(file).toHaveTextContent('In the file… from character 30,005ff')
  expect(queue).toHaveTextContent('from character 30,00534')
})

test('says where a value ends that the other goes on from', () => {
  const same = 'x'.repeat(600)
  open([{ field: 'Note', file: same, queue: `${same}y` }])
  const [file, queue] = screen.getAllByRole('definition')
  expect(file).toHaveTextContent('Ends after character 600')
  expect(queue).toHaveTextContent('… from character 601y')
})

test('tells apart what looks the same', () => {
  open([{ field: 'Note', file: 'Rent\u202E', queue: 'Rent\u202D' }])
  expect(screen.getByText('Character 5 is U+202E')).toBeVisible()
  expect(screen.getByText('Character 5 is U+202D')).toBeVisible()
})

test('marks what only the gateway says', () => {
  open([
    { field: 'Note', file: 'Salary', queue: 'Rent', isReported: true },
    { field: 'Origin', file: 'Swap', queue: 'Swop' },
  ])
  const [note, origin] = ['Note', 'Origin'].map((field) => {
    const line = screen.getByText(field).parentElement
    if (!line) throw new Error('There is no line.')
    return line
  })
  expect(note).toHaveTextContent(/In the queue reported by the gateway/)
  expect(origin).not.toHaveTextContent(/gateway/)
})
