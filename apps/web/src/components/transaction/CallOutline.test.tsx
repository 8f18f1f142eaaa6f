import type { CallNode } from '@covault/protocol'
import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
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

function readField(name: string): string | null | undefined {
  return screen.getByText(name).nextElementSibling?.textContent
}

function show(
  parameter: NonNullable<CallNode['method']>['parameters'][number],
): void {
  const node = {
    method: {
      name: 'swap',
      selector: '0x12345678',
      confidence: 'proven',
      parameters: [parameter],
    },
    path: [0],
    to: target,
    target,
    value: 0n,
    data: '0x12345678',
    operation: 0,
    children: [],
    problems: [],
    coverage: { status: 'full' },
  } as unknown as CallNode
  const decoded = {
    tree: { calls: [node] },
    intents: new Map(),
    contracts: new Map(),
  } as unknown as DecodedTransaction
  const chain = { chainId: 31337, shortName: 'local1' } as never
  render(
    <MantineProvider>
      <CallOutline chain={chain} decoded={decoded} nameOf={() => undefined} />
    </MantineProvider>,
  )
}
