import type { TransactionSummary } from '@covault/api'
import type { ReactNode } from 'react'
import type { Address } from 'viem'
import { openFlow } from '../lib/flowSearch.js'
import type { SafeState } from '../trust/safe.js'
import { LinkButton } from '../ui/LinkButton.js'
import type { RowStanding } from '../understand/rows/rowStanding.js'

/** What the reader can do about one that waits, in a word. */
export function QueueAction({
  transaction: { id },
  standing: { nonce, signed, missing, isFailed, doubt },
  safe,
  account,
  isConflicting,
  isOnlyHere,
  share,
}: {
  transaction: Pick<TransactionSummary, 'id'>
  standing: RowStanding
  safe: SafeState | undefined
  account: Address | null | undefined
  isConflicting: boolean
  /** The others learn of it from nobody but the reader. */
  isOnlyHere: boolean
  /** Beside another word. */
  share?: ReactNode
}) {
  const isSure = doubt === undefined && !isFailed
  const isAsked = Boolean(account && isSure && missing?.includes(account))
  const isFull =
    safe !== undefined &&
    isSure &&
    nonce === safe.nonce &&
    signed + (isAsked ? 1 : 0) >= safe.threshold
  const rest = isOnlyHere ? 'Share' : 'Review'
  const words =
    isFull && account
      ? isAsked
        ? 'Sign and execute'
        : 'Execute'
      : isAsked
        ? 'Sign'
        : rest
  return (
    <>
      <LinkButton
        size="xs"
        // Of those that exclude each other none is suggested.
        variant={words === rest || isConflicting ? 'default' : 'filled'}
        to="."
        search={openFlow(words === 'Share' ? 'share' : 'confirm', { id })}
        preload={false}
      >
        {words}
      </LinkButton>
      {words !== 'Share' && share}
    </>
  )
}
