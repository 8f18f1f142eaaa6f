import { pollInterval } from '../../lib/timing.js'
import { EmptyState } from '../../ui/EmptyState.js'
import { RetryButton } from '../../ui/RetryButton.js'
import { Section } from '../../ui/Section.js'
import { describeError } from '../../words/errors.js'
import type { ChainState } from './groupAccounts.js'

/** No chain answers: nothing on this page can be true, so nothing is shown. */
export function UnreadableAccounts({
  states,
  onRetry,
}: {
  states: readonly ChainState[]
  onRetry: () => Promise<unknown>
}) {
  return (
    <Section title="Safes">
      <EmptyState
        picture="failed"
        title="Accounts could not be read."
        facts={[
          ...states.map(({ chain, error }) => ({
            name: chain.name,
            value: describeError(error),
          })),
          {
            name: 'Next try',
            value: `every ${pollInterval / 1000} seconds, by itself`,
          },
        ]}
        actions={<RetryButton onRetry={onRetry} />}
      >
        No network answers this browser. Nothing is lost: safes live on chain
        and appear as soon as one answers.
      </EmptyState>
    </Section>
  )
}
