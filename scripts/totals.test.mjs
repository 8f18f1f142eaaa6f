import {
  formatDecimal,
  multiply,
  parseDecimal,
  zero,
} from '@covault/api/decimal'
import { pad, zeroAddress } from 'viem'
import { expect, test } from 'vitest'
import { sumInCents } from '../apps/gateway/src/assets/sumInCents.ts'
import { toCents } from '../apps/web/src/lib/money.ts'
import { buildPortfolio } from '../apps/web/src/understand/safe/portfolio.ts'

/** Amounts whose values end just below, at and above half a hundredth. */
const holdings = [1n, 4_999n, 5_000n, 5_001n, 12_345_678_901n].flatMap(
  (balance) =>
    ['0', '0.000001', '0.999999', '1', '3241.123456'].map((price, at) => ({
      balance,
      decimals: 6 + (at % 3) * 6,
      price,
    })),
)

test.each([true, false])(
  'home and tokens show the total of the list of accounts, to the cent (dust hidden: %s)',
  (hideDust) => {
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
    expect(total).toBeGreaterThan(0n)
  },
)

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
