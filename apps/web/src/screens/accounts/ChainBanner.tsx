import { formatNumber } from '../../lib/formatCount.js'
import { Banner } from '../../ui/Banner.js'
import { RetryButton } from '../../ui/RetryButton.js'
import { describeError } from '../../words/errors.js'
import { writeUnreachable } from '../../words/outages.js'
import type { ChainState } from './groupAccounts.js'

/** One chain does not answer; the others are shown as they are. */
export function ChainBanner({
  state: { chain, safes, error },
  onRetry,
}: {
  state: ChainState
  onRetry: () => Promise<unknown>
}) {
  return (
    <Banner
      title={writeUnreachable(chain.name)}
      action={<RetryButton size="xs" variant="default" onRetry={onRetry} />}
    >
      {describeError(error)}{' '}
      {safes
        ? `Its safes are shown as they were at block ${formatNumber(safes.block.number)}.`
        : 'Its safes can’t be shown; safes on other networks can.'}
    </Banner>
  )
}
