import { Link } from '@tanstack/react-router'
import { formatAmount } from '../../lib/formatAmount.js'
import { formatCount } from '../../lib/formatCount.js'
import { formatCents, formatShare } from '../../lib/money.js'
import { paths } from '../../lib/paths.js'
import { toSafeSearch } from '../../lib/safeParameter.js'
import { Figure } from '../../ui/drawn/Figure.js'
import { Mark } from '../../ui/Mark.js'
import { Section } from '../../ui/Section.js'
import { SkeletonBar } from '../../ui/SkeletonBar.js'
import type { Portfolio } from '../../understand/safe/portfolio.js'
import type { SafeScope } from '../../understand/safe/safePlace.js'
import classes from './HomeScreen.module.css'

const glance = 5

/** What is worth most, the rest one click away. */
export function Holdings({
  scope,
  portfolio,
  isFailed,
  isFromChain,
}: {
  scope: SafeScope
  portfolio: Portfolio | undefined
  isFailed: boolean
  isFromChain: boolean
}) {
  return (
    <Section
      className={classes.section}
      title="Holdings"
      note={portfolio && formatCount(portfolio.shown.length, 'token')}
      end={
        <Link to={paths.balances} search={toSafeSearch(scope)}>
          All tokens
        </Link>
      }
    >
      {!portfolio && isFailed && (
        <p className={classes.nothing}>
          Can’t reach the gateway. Your tokens are still on the chain.
        </p>
      )}
      {isFromChain && (
        <p className={classes.nothing}>
          Without the gateway, only tokens that this release knows are listed.
          Others are not lost.
        </p>
      )}
      <ul>
        {portfolio?.shown.slice(0, glance).map((holding) => (
          <li key={holding.token} className={classes.holding}>
            <Mark address={holding.token} size={24} />
            <span className={classes.token}>
              {holding.name || 'Unnamed token'}{' '}
              <span className={classes.symbol}>{holding.symbol}</span>
            </span>
            {portfolio.hasNoPrices && <HeldAmount holding={holding} />}
            {holding.cents === undefined ? (
              !portfolio.hasNoPrices && (
                <span className={classes.noPrice}>No price</span>
              )
            ) : (
              <Figure {...formatCents(holding.cents)} />
            )}
            <span className={`${classes.share} ${classes.token}`}>
              {portfolio.hasNoPrices
                ? holding.symbol
                : holding.cents !== undefined &&
                  portfolio.total > 0n &&
                  formatShare(holding.cents, portfolio.total)}
            </span>
          </li>
        ))}
        {!portfolio &&
          !isFailed &&
          [0, 1, 2].map((row) => (
            <li key={row} className={classes.holding}>
              <SkeletonBar width={24} />
              <SkeletonBar width={140} />
              <SkeletonBar width={80} />
            </li>
          ))}
      </ul>
    </Section>
  )
}

/** What the safe has of it, where nobody says what that is worth. */
function HeldAmount({
  holding: { amount, decimals },
}: {
  holding: Portfolio['shown'][number]
}) {
  const { integer, fraction } = formatAmount(amount, decimals)
  return (
    <Figure
      integer={integer}
      fraction={fraction.slice(0, 4)}
      title={`${integer}.${fraction}`}
    />
  )
}
