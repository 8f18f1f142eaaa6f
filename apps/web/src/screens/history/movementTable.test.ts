import fc from 'fast-check'
import { parseUnits } from 'viem'
import { expect, test } from 'vitest'
import { parseCsv, restoreCell } from '../../lib/csv.js'
import type { Movement } from '../../queries/movements.js'
import {
  csvHead,
  movementColumns,
  type TableContext,
  toRows,
  writeCsv,
} from './movementTable.js'

const safe = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const other = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const context: TableContext = {
  decimalsOf: () => undefined,
  nameOf: (address) => (address === other ? 'Bob' : undefined),
  nativeCurrency: { symbol: 'ETH', decimals: 18 },
  labelOf: (id) =>
    id === 'transfer_2' ? { category: 'Payroll', note: '=1' } : undefined,
}
const list = (movements: readonly Movement[], more = context) =>
  toRows(movements, more)

test('a table parsed again is the data, whatever the texts are', () => {
  const hostile = fc.oneof(
    fc.constantFrom('=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', "'=1", ''),
    fc.string({ unit: 'grapheme' }),
    fc.string().map((text) => `=${text}`),
  )
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          note: hostile,
          symbol: hostile,
          value: fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
        }),
      ),
      (entries) => {
        const rows = list(entries.map(received))
        const [head, ...lines] = parseCsv(csvHead + writeCsv(rows))
        expect(head).toEqual(movementColumns)
        expect(lines.map((line) => line.map(restoreCell))).toEqual(
          rows.map((row) => movementColumns.map((column) => row[column])),
        )
      },
    ),
  )
})

test('no cell begins like a formula', () => {
  const text = writeCsv(
    list([
      received({ note: '=HYPERLINK("http://x")', symbol: '@A', value: 1n }),
      received({ note: '-2+3', symbol: '\t=1', value: 1n }),
    ]),
  )
  for (const cell of parseCsv(text).flat())
    expect(cell).not.toMatch(/^[=+\-@\t\r]/)
})

test('amounts are exact and have the decimals of the chain', () => {
  const amountOf = (value: bigint, decimals: number) =>
    list([received({ note: '', symbol: 'X', value })], {
      ...context,
      decimalsOf: () => decimals,
    })[0]?.amount
  expect(amountOf(1n, 18)).toBe('0.000000000000000001')
  expect(amountOf(0n, 6)).toBe('0')
  expect(amountOf(2n ** 256n - 1n, 0)).toBe(String(2n ** 256n - 1n))
  const odd = parseUnits('123456789.000000000000000000000001', 24)
  expect(amountOf(odd, 24)).toBe('123456789.000000000000000000000001')
})

test('times carry their zone', () => {
  const [row] = list([received({ note: '', symbol: 'X', value: 1n })])
  expect(row?.time).toBe('2026-11-14T12:00:00.000Z')
})

test('every movement of a batch is a row, and so is the fee', () => {
  const one = received({ note: 'October', symbol: 'X', value: 5n })
  const fee = {
    payer: info(other),
    gasUsed: 21_000n,
    gasPrice: 2n,
    maxFeePerGas: null,
    maxPriorityFeePerGas: null,
    total: 42_000n,
  }
  const paid: Movement = {
    ...one,
    direction: 'OUTGOING',
    sender: info(safe),
    recipient: info(other),
    cause: 'EXECUTION',
    transactionId: 'multisig_1',
    nonce: 7n,
    fee,
    price: { usd: '1.0002', day: '2026-11-13', source: 'feed' },
    feePrice: { usd: '2000', day: '2026-11-14', source: 'feed' },
    signers: [info(safe), info(other)],
  }
  const rows = list([
    { ...paid, id: 'transfer_1', callPath: '0' },
    { ...paid, id: 'transfer_2', callPath: '1' },
    {
      ...paid,
      id: `fee_${one.txHash}`,
      cause: 'FEE',
      direction: 'UNKNOWN',
      transferInfo: { type: 'NATIVE_COIN', value: fee.total },
      price: paid.feePrice,
    },
  ])
  expect(rows.map(({ kind, call, id }) => [kind, call, id])).toEqual([
    ['execution', '0', 'transfer_1'],
    ['execution', '1', 'transfer_2'],
    ['fee', '', `fee_${one.txHash}`],
  ])
  expect(rows[0]).toMatchObject({
    time: '2026-11-14T12:00:00.000Z',
    block: '12',
    transaction_id: 'multisig_1',
    counterparty: other,
    counterparty_name: 'Bob',
    amount: '0.000005',
    price_usd: '1.0002',
    value_usd: '0.000005001',
    price_day: '2026-11-13',
    price_source: 'feed',
    nonce: '7',
    note: 'October',
    signers: `${safe} ${other}`,
    category: '',
  })
  expect(rows[1]).toMatchObject({ category: 'Payroll', own_note: '=1' })
  expect(rows[2]).toMatchObject({
    transaction_id: 'multisig_1',
    amount: '0.000000000000042',
    asset: 'ETH',
    value_usd: '0.000000000084',
    price_day: '2026-11-14',
    direction: '',
    counterparty: other,
    category: '',
    gas_used: '21000',
    gas_price_wei: '2',
    max_fee_per_gas_wei: '',
  })
})

test('nothing is guessed: neither decimals, nor a fee that no node told', () => {
  const one = received({ note: '', symbol: 'X', value: 5n })
  const { transferInfo } = one
  const unknown = { ...transferInfo, decimals: null } as typeof transferInfo
  const [row, fee] = list([
    { ...one, transferInfo: unknown },
    {
      ...one,
      cause: 'FEE',
      transferInfo: { type: 'NATIVE_COIN', value: null },
      price: { usd: '2', day: '2026-11-14', source: 'feed' },
    },
  ])
  expect(row).toMatchObject({ amount: '', value_usd: '' })
  expect(fee).toMatchObject({ amount: '', value_usd: '', gas_used: '' })
})

test('several of one collectible, and what goes to the safe itself', () => {
  const one = received({ note: '', symbol: 'X', value: 5n })
  const [row] = list([
    {
      ...one,
      direction: 'SELF',
      transferInfo: {
        type: 'ERC721',
        tokenAddress: other,
        tokenName: null,
        tokenSymbol: 'ITM',
        logoUri: null,
        trusted: null,
        tokenId: 3n,
        quantity: 12n,
      },
    },
  ])
  expect(row).toMatchObject({
    amount: '12',
    token_id: '3',
    direction: 'self',
  })
})

function info(value: `0x${string}`) {
  return { value, name: null, logoUri: null }
}

function received({
  note,
  symbol,
  value,
}: {
  note: string
  symbol: string
  value: bigint
}): Movement {
  return {
    id: `transfer_${value}`,
    txHash: `0x${'12'.repeat(32)}`,
    blockNumber: 12,
    timestamp: Date.UTC(2026, 10, 14, 12),
    sender: info(other),
    recipient: info(safe),
    direction: 'INCOMING',
    transferInfo: {
      type: 'ERC20',
      tokenAddress: other,
      tokenName: null,
      tokenSymbol: symbol,
      logoUri: null,
      trusted: true,
      value,
      decimals: 6,
      imitation: false,
    },
    cause: 'INCOMING',
    transactionId: null,
    nonce: null,
    note,
    module: null,
    callPath: null,
    fee: null,
    price: null,
    feePrice: null,
    signers: [],
  }
}
