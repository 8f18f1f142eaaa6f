import type { CallNode } from '@covault/protocol'
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { decodedDataQuery } from '../../queries/dataDecoder.js'
import type { DecodedTransaction } from '../../understand/decode/decodeTransaction.js'
import { CallOutline } from './CallOutline.js'

const target = '0x5FbDB2315678afecb367f032d93F642f64180aa3'

test('names the fields of a tuple, also inside of lists', () => {
  show({
    name: 'orders',
    type: 'tuple[]',
    components: [
      { name: 'amountIn', type: 'uint256' },
      {
        name: 'path',
        type: 'tuple',
        components: [{ name: 'fee', type: 'uint24' }],
      },
    ],
    value: [[7n, [3000n]]],
    range: { start: 4, end: 100 },
  })
  expect(readField('amountIn')).toBe('7')
  expect(readField('path')).toBe('fee3000')
  expect(readField('fee')).toBe('3000')
})

test('shows an amount of a token in its unit before the digits that are signed', () => {
  const uint = { type: 'uint256', range: { start: 4, end: 36 } }
  const token = { symbol: 'DUSD', decimals: 6 }
  showNode(
    {
      method: {
        name: 'permit',
        selector: '0x12345678',
        confidence: 'proven',
        parameters: [
          { ...uint, name: 'value', value: 1_500_000_000n },
          { ...uint, name: 'deadline', value: 1_800_000_000n },
          { ...uint, name: 'amount', value: 2n ** 256n - 1n },
        ],
      } as unknown as CallNode['method'],
    },
    { contracts: new Map([[target, { kind: 'erc20', token }]]) },
  )
  expect(readField('value')).toBe('1,500.00 DUSD (1500000000)')
  expect(readField('deadline')).toBe('1800000000')
  expect(readField('amount')).toMatch(/^1157\d+$/)
})

test('shows how the gateway reads a call that this browser cannot read, as its word', () => {
  const data = '0xdeadbeef'
  const queries = new QueryClient({
    defaultOptions: { queries: { staleTime: 60_000 } },
  })
  const { queryKey } = decodedDataQuery(31337, { to: target, data })
  queries.setQueryData([...queryKey], {
    method: 'mint\u202e',
    parameters: [
      { name: 'amount', type: 'uint256', value: '7', valueDecoded: null },
    ],
    accuracy: 'FULL_MATCH',
  })
  showNode({ method: undefined, data }, { queries })
  expect(screen.getByText('unknown method')).toBeVisible()
  // Nothing that turns the direction of text gets through.
  expect(screen.getByText('mint\uFFFD')).toBeVisible()
  expect(readField('amount')).toBe('7')
  expect(screen.getByText('Reported by the gateway')).toBeVisible()
})

function readField(name: string): string | null | undefined {
  return screen.getByText(name).nextElementSibling?.textContent
}

function show(
  parameter: NonNullable<CallNode['method']>['parameters'][number],
): void {
  showNode({
    method: {
      name: 'swap',
      selector: '0x12345678',
      confidence: 'proven',
      parameters: [parameter],
    } as unknown as CallNode['method'],
  })
}

function showNode(
  part: Partial<CallNode>,
  {
    queries = new QueryClient(),
    contracts = new Map(),
  }: { queries?: QueryClient; contracts?: Map<string, unknown> } = {},
): void {
  const node = {
    path: [0],
    to: target,
    target,
    value: 0n,
    data: '0x12345678',
    operation: 0,
    children: [],
    problems: [],
    coverage: { status: 'full' },
    ...part,
  } as unknown as CallNode
  const decoded = {
    tree: { calls: [node] },
    intents: new Map(),
    contracts,
  } as unknown as DecodedTransaction
  const chain = { chainId: 31337, shortName: 'local1' } as never
  render(
    <MantineProvider>
      <QueryClientProvider client={queries}>
        <CallOutline chain={chain} decoded={decoded} nameOf={() => undefined} />
      </QueryClientProvider>
    </MantineProvider>,
  )
}
