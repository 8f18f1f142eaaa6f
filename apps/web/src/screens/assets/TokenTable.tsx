import type { CSSProperties } from 'react'
import { formatAmount } from '../../lib/formatAmount.js'
import { formatCents, formatShare } from '../../lib/money.js'
import type { ChainConfig } from '../../trust/chainClient.js'
import { Figure } from '../../ui/drawn/Figure.js'
import { Spoken } from '../../ui/Spoken.js'
import type { Holding } from '../../understand/safe/portfolio.js'
import { writeUnpriced } from '../../words/unpriced.js'
import { TokenRow } from './TokenRow.js'
import classes from './TokenTable.module.css'

/** Beyond this the axis would push the integers off the page. */
const widestFraction = 9

export function TokenTable({
  title,
  chain,
  currency,
  holdings,
  total,
  unpriced = [],
  isCompared,
}: {
  /** What these are, where it is not all of them. */
  title?: string
  chain: ChainConfig
  currency: string
  holdings: readonly Holding[]
  /** Of the rows; those that are hidden have none. */
  total?: bigint | undefined
  /** They are not in the total. */
  unpriced?: readonly Holding[]
  /** The chain was asked; a row it did not answer for says so. */
  isCompared: boolean
}) {
  const widest = Math.max(
    2,
    ...holdings.map(
      ({ amount, decimals }) => formatAmount(amount, decimals).fraction.length,
    ),
  )
  const axis = {
    '--amount-fraction': `${Math.min(widest, widestFraction) + 1}ch`,
  } as CSSProperties
  return (
    <table className={classes.table} style={axis}>
      <caption className={title ? classes.caption : undefined}>
        {title ?? <Spoken>Tokens of this safe</Spoken>}
      </caption>
      <thead>
        <tr>
          <th scope="col">Asset</th>
          <th scope="col" className={classes.amount}>
            Balance
          </th>
          <th scope="col" className={classes.price}>
            Price
          </th>
          <th scope="col" className={classes.value}>
            Value, {currency.toUpperCase()}
          </th>
          <th scope="col" className={classes.share}>
            Share
          </th>
          <th scope="col" className={classes.actions}>
            <Spoken>Actions</Spoken>
          </th>
        </tr>
      </thead>
      <tbody>
        {holdings.map((holding) => (
          <TokenRow
            key={holding.token}
            chain={chain}
            holding={holding}
            total={total}
            isCompared={isCompared}
          />
        ))}
      </tbody>
      {total !== undefined && (
        <tfoot>
          <tr>
            <th scope="row" colSpan={3}>
              Total
              {unpriced.length > 0 && `, ${writeUnpriced(unpriced)}`}
            </th>
            <td className={classes.value}>
              <Figure {...formatCents(total)} />
            </td>
            <td className={classes.share}>
              <span className={classes.percent}>
                {total > 0n ? formatShare(total, total) : ''}
              </span>
            </td>
            <td className={classes.actions} />
          </tr>
        </tfoot>
      )}
    </table>
  )
}
