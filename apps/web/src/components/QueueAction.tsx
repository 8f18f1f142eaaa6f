import type { TransactionSummary } from '@covault/api'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { openFlow } from '../lib/flowSearch.js'
import type { SafeState } from '../trust/safe.js'
import { accountQuery } from '../wallet/account.js'

/** What the reader can do about one that waits, in a word. */
export function QueueAction({
  transaction: { id, executionInfo },
  safe,
}: {
  transaction: TransactionSummary
  safe: SafeState | undefined
}) {
  const { data: account } = useQuery(accountQuery)
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
