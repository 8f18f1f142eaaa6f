import fc from 'fast-check'
import { type Address, pad, zeroAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import { formatAmount } from '../../lib/formatAmount.js'
import { formatCents } from '../../lib/money.js'
import { fromBlock } from '../../testing/provenance.js'
import { buildPortfolio } from './portfolio.js'

type Item = Parameters<typeof buildPortfolio>[0]['items'][number]

const nobody = () => false
const ether = { name: 'Ether', symbol: 'ETH', decimals: 18 }

function toItem(index: number, balance: bigint, rest: Partial<Item> = {}) {
  return {
    tokenInfo: {
      type: index === 0 ? 'NATIVE_TOKEN' : 'ERC20',
      address: index === 0 ? zeroAddress : toToken(index),
      decimals: 18,
      symbol: 'TKN',
      name: 'Token',
      logoUri: null,
    },
    balance,
    fiatBalance: '0',
    fiatConversion: '0',
    fiatBalance24hChange: null,
    ...rest,
  } as Item
}

function toToken(index: number): Address {
  return pad(`0x${(index + 1).toString(16)}`, { size: 20 })
}

const holding = fc.record({
  balance: fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
  decimals: fc.integer({ min: 0, max: 30 }),
  price: fc.oneof(
    fc.constant('0'),
    fc.tuple(fc.nat(1_000_000), fc.nat(999_999)).map(([a, b]) => `${a}.${b}`),
  ),
})

describe('the total of a portfolio', () => {
  test('equals the sum of the rows, as they are written', () => {
    fc.assert(
      fc.property(fc.array(holding), fc.boolean(), (tokens, hideDust) => {
        const items = tokens.map(({ balance, decimals, price }, index) => {
          const item = toItem(index, balance, { fiatConversion: price })
          return { ...item, tokenInfo: { ...item.tokenInfo, decimals } }
        })
        const { shown, dust, total } = buildPortfolio({
          items,
          nativeCurrency: ether,
          onChain: undefined,
          isHidden: (token) => token.endsWith('3'),
          hideDust,
          currency: 'usd',
        })
        const written = [...shown, ...dust].map(({ cents = 0n }) => {
          const { integer, fraction } = formatCents(cents)
          return BigInt(`${integer.replaceAll(',', '')}${fraction}`)
        })
        expect(total).toBe(written.reduce((sum, cents) => sum + cents, 0n))
      }),
    )
  })

  test('leaves out hidden tokens, counts dust, and tells how many', () => {
    const { shown, hidden, dust, total } = buildPortfolio({
      items: [
        toItem(0, 0n),
        toItem(1, 10n ** 18n, { fiatConversion: '5' }),
        toItem(2, 10n ** 18n, { fiatConversion: '7' }),
        toItem(3, 10n ** 18n, { fiatConversion: '0.99' }),
        toItem(4, 10n ** 18n),
      ],
      nativeCurrency: ether,
      onChain: undefined,
      isHidden: (token) => token === toToken(1),
      hideDust: true,
      currency: 'usd',
    })
    expect(shown.map(({ token }) => token)).toEqual([
      zeroAddress,
      toToken(2),
      toToken(4),
    ])
    expect(hidden).toHaveLength(1)
    expect(dust).toHaveLength(1)
    expect(total).toBe(799n)
  })

  test('takes nothing for dust where one unit is a fortune', () => {
    const { shown, dust } = buildPortfolio({
      items: [toItem(0, 0n), toItem(1, 10n ** 18n, { fiatConversion: '0.84' })],
      nativeCurrency: ether,
      onChain: undefined,
      isHidden: nobody,
      hideDust: true,
      currency: 'btc',
    })
    expect(shown).toHaveLength(2)
    expect(dust).toEqual([])
  })

  test('names the tokens that are not in the total', () => {
    const { unpriced } = buildPortfolio({
      items: [
        toItem(0, 0n),
        toItem(1, 10n ** 18n, { fiatConversion: '2' }),
        toItem(2, 10n ** 18n),
        toItem(3, 10n ** 18n),
      ],
      nativeCurrency: ether,
      onChain: undefined,
      isHidden: (token) => token === toToken(3),
      hideDust: false,
      currency: 'usd',
    })
    expect(unpriced.map((one) => one.token)).toEqual([toToken(2)])
  })

  test('a price outage still lists amounts', () => {
    const { shown, hasNoPrices } = buildPortfolio({
      items: [toItem(0, 1n), toItem(1, 10n ** 18n)],
      nativeCurrency: ether,
      onChain: undefined,
      isHidden: nobody,
      hideDust: true,
      currency: 'usd',
    })
    expect(shown.map(({ amount }) => amount)).toEqual([1n, 10n ** 18n])
    expect(hasNoPrices).toBe(true)
  })
})

test('the chain decides how much there is, not the gateway', () => {
  const { shown } = buildPortfolio({
    items: [toItem(0, 5n), toItem(1, 999n, { fiatConversion: '2' })],
    nativeCurrency: ether,
    onChain: {
      provenance: fromBlock(1n),
      tokens: new Map([
        [toToken(1), { amount: 3_000_000n, symbol: 'DUSD', decimals: 6 }],
      ]),
    },
    isHidden: nobody,
    hideDust: false,
    currency: 'usd',
  })
  expect(shown[0]).toMatchObject({ amount: 5n, isVerified: false })
  expect(shown[1]).toMatchObject({
    amount: 3_000_000n,
    decimals: 6,
    isVerified: true,
    cents: 600n,
  })
})

test('the release names the native currency, the chain every other token', () => {
  const lie = { symbol: 'USDC', name: 'USD Coin', decimals: 6 }
  const items = [0, 1].map((index) => {
    const item = toItem(index, 5n)
    return { ...item, tokenInfo: { ...item.tokenInfo, ...lie } }
  }) as Item[]
  const { shown } = buildPortfolio({
    items,
    nativeCurrency: ether,
    onChain: {
      provenance: fromBlock(1n),
      tokens: new Map([
        [zeroAddress, { amount: 5n, symbol: 'ETH', decimals: 18 }],
        [toToken(1), { amount: 5n, symbol: 'DUSD', decimals: 6 }],
      ]),
    },
    isHidden: nobody,
    hideDust: false,
    currency: 'usd',
  })
  expect(shown.map(({ symbol, name }) => [symbol, name])).toEqual([
    ['ETH', 'Ether'],
    ['DUSD', 'USD Coin'],
  ])
})

test('a token that claims to be the native currency is told by its address', () => {
  const item = toItem(1, 5n)
  const { shown } = buildPortfolio({
    items: [
      {
        ...item,
        tokenInfo: { ...item.tokenInfo, type: 'NATIVE_TOKEN' } as never,
      },
    ],
    nativeCurrency: ether,
    onChain: undefined,
    isHidden: nobody,
    hideDust: false,
    currency: 'usd',
  })
  expect(shown[0]).toMatchObject({ isNative: false, symbol: 'TKN' })
})

test('amounts are exact for 0, 1 wei, 78 digits, 0 and 24 decimals', () => {
  const write = (amount: bigint, decimals: number) => {
    const { integer, fraction } = formatAmount(amount, decimals)
    return fraction ? `${integer}.${fraction}` : integer
  }
  expect(write(0n, 18)).toBe('0.00')
  expect(write(1n, 18)).toBe('0.000000000000000001')
  expect(write(2n ** 256n - 1n, 0).replaceAll(',', '')).toBe(
    String(2n ** 256n - 1n),
  )
  expect(write(1n, 24)).toBe('0.000000000000000000000001')
  expect(write(10n ** 77n, 24)).toMatch(/^1(,000)+\.00$|^100(,000)+\.00$/)
})
