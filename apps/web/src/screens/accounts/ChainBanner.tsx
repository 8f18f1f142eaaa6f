import { Button } from '@mantine/core'
import { describeError } from '../../lib/describeError.js'
import { formatNumber } from '../../lib/formatCount.js'
import { Banner } from '../../ui/Banner.js'
import type { ChainState } from './groupAccounts.js'

export type Retry = { retry: () => Promise<unknown>; isRetrying: boolean }

/** One chain does not answer; the others are shown as they are. */
export function ChainBanner({ state }: { state: ChainState & Retry }) {
  const { chain, safes, error } = state
  return (
    <Banner
      title={`${chain.name} does not answer.`}
      action={<RetryButton size="xs" variant="default" states={[state]} />}
    >
      {describeError(error)}.{' '}
      {safes
        ? `Its safes are shown as they were at block ${formatNumber(safes.block.number)}.`
        : 'Its safes cannot be shown; other networks can.'}
    </Banner>
  )
}

/** Keeps its width while it waits. */
export function RetryButton({
  states,
  ...look
}: {
  states: readonly Retry[]
  size?: 'xs' | 'md'
  variant?: 'filled' | 'default'
}) {
  return (
    <Button
      {...look}
      loading={states.some(({ isRetrying }) => isRetrying)}
      onClick={() => {
        for (const { retry } of states) void retry()
      }}
    >
      Retry now
    </Button>
  )
}
