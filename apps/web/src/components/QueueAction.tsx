import type { TransactionSummary } from '@covault/api'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Address } from 'viem'
import { openFlow } from '../lib/flowSearch.js'
import type { SafeState } from '../trust/safe.js'

/** What the reader can do about one that waits, in a word. */
export function QueueAction({
  transaction: { id, executionInfo },
  safe,
  account,
}: {
  transaction: TransactionSummary
  safe: SafeState | undefined
  account: Address | null | undefined
}) {
  if (executionInfo?.type !== 'MULTISIG') return null
  const { nonce, missingSigners, confirmationsSubmitted } = executionInfo
  const isAsked = missingSigners?.some(({ value }) => value === account)
  const isFull =
    safe !== undefined &&
    nonce === safe.nonce &&
    confirmationsSubmitted + (isAsked ? 1 : 0) >= safe.threshold
  const words = isFull && account ? 'Execute' : isAsked ? 'Sign' : 'Review'
  return (
    <Button
      size="xs"
      variant={words === 'Review' ? 'default' : 'filled'}
      renderRoot={(props) => (
        <Link
          {...props}
          to="."
          search={openFlow('confirm', { id })}
          preload={false}
        />
      )}
    >
      {words}
    </Button>
  )
}
