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
        title="Can’t read accounts."
        facts={[
          ...states.map(({ chain, error }) => ({
            name: chain.name,
            value: describeError(error),
          })),
          {
            name: 'Retrying',
            value: `every ${pollInterval / 1000} seconds`,
          },
        ]}
        actions={<RetryButton onRetry={onRetry} />}
      >
        Can’t reach any network. Nothing is lost: your safes are on the chain
        and appear here once a network answers.
      </EmptyState>
    </Section>
  )
}
