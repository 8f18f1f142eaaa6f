import { useQuery } from '@tanstack/react-query'
import { FiatAmount } from '../../components/FiatAmount.js'
import { toForeignText } from '../../lib/foreignText.js'
import {
  describePrices,
  pricesThenQuery,
  sumValue,
} from '../../queries/pricesThen.js'
import type { StatementLine } from './statement.js'

/** What all balances at one end were worth, as far as prices are known. */
export function StatementValue({
  chainId,
  day,
  lines,
  end,
}: {
  chainId: number
  /** `2026-11-15` */
  day: string
  lines: readonly StatementLine[]
  end: 'opening' | 'closing'
}) {
  const held = lines.flatMap(({ token, symbol, decimals, [end]: value }) =>
    value ? { token, symbol, decimals, value } : [],
  )
  const { data: prices = [] } = useQuery(
    pricesThenQuery(chainId, { day, tokens: held.map(({ token }) => token) }),
  )
  if (lines.some((line) => line[end] === undefined)) return <>unknown</>
  const priced = held.filter((one) => sumValue([one], prices) !== undefined)
  const cents = sumValue(priced, prices) ?? 0n
  const unpriced = held
    .filter((one) => !priced.includes(one))
    .map(({ symbol, token }) => toForeignText(symbol, 20) || token)
  return (
    <span title={priced.length > 0 ? describePrices(prices) : undefined}>
      <FiatAmount cents={cents} currency="usd" /> USD
      {unpriced.length > 0 && (
        <>
          <br />
          without {unpriced.join(', ')}, of unknown price
        </>
      )}
    </span>
  )
}
