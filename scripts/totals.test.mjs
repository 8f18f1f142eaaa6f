import {
  formatDecimal,
  multiply,
  parseDecimal,
  zero,
} from '@covault/api/decimal'
import fc from 'fast-check'
import { pad, zeroAddress } from 'viem'
import { expect, test } from 'vitest'
import { sumInCents } from '../apps/gateway/src/assets/sumInCents.ts'
import { toCents } from '../apps/web/src/lib/money.ts'
import { buildPortfolio } from '../apps/web/src/understand/safe/portfolio.ts'

const holding = fc.record({
  balance: fc.bigInt({ min: 0n, max: 10n ** 30n }),
  decimals: fc.integer({ min: 0, max: 24 }),
  price: fc
    .tuple(fc.nat(100_000), fc.nat(999_999))
    .map(([whole, rest]) => `${whole}.${String(rest).padStart(6, '0')}`),
})

test('home and tokens show the total that the list of accounts shows, to the cent', () => {
  fc.assert(
    fc.property(fc.array(holding), fc.boolean(), (holdings, hideDust) => {
      const items = holdings.map(toItem)
      const { total } = buildPortfolio({
        items,
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        onChain: undefined,
        isHidden: () => false,
        hideDust,
        currency: 'usd',
      })
      // What the gateway says of a safe in the list of accounts.
      expect(total).toBe(toCents(sumInCents(items)))
    }),
  )
})

/** As the gateway values it: exactly, and not yet rounded. */
function toItem({ balance, decimals, price }, index) {
  const isNative = index === 0
  const scale = isNative ? 18 : decimals
  const value = multiply(
    { digits: balance, scale },
    parseDecimal(price) ?? zero,
  )
  return {
    tokenInfo: {
      type: isNative ? 'NATIVE_TOKEN' : 'ERC20',
      address: isNative
        ? zeroAddress
        : pad(`0x${(index + 1).toString(16)}`, { size: 20 }),
      decimals: scale,
      symbol: 'TKN',
      name: 'Token',
      logoUri: null,
    },
    balance,
    fiatBalance: formatDecimal(value),
    fiatConversion: price,
    fiatBalance24hChange: null,
  }
}
