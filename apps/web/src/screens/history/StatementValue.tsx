import { FiatAmount } from '../../components/FiatAmount.js'
import { describePrices, type PriceThen } from '../../queries/pricesThen.js'
import { writeUnpriced } from '../../words/unpriced.js'
import type { StatementLine } from './statement.js'
import { valueEnd } from './valueEnds.js'

/** What all balances at one end were worth, as far as prices are known. */
export function StatementValue({
  lines,
  prices,
  end,
}: {
  lines: readonly StatementLine[]
  prices: readonly PriceThen[] | undefined
  end: 'opening' | 'closing'
}) {
  const { cents, unpriced } = valueEnd(lines, { prices, end })
  if (cents === undefined) return <>unknown</>
  return (
    <span title={prices?.length ? describePrices(prices) : undefined}>
      <FiatAmount cents={cents} currency="usd" /> USD
      {unpriced.length > 0 && (
        <>
          <br />
          {writeUnpriced(unpriced)}
        </>
      )}
    </span>
  )
}
