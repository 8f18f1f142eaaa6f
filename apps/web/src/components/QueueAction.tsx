import type { TransactionSummary } from '@covault/api'
import type { ReactNode } from 'react'
import type { Address } from 'viem'
import { openFlow } from '../lib/flowSearch.js'
import type { SafeState } from '../trust/safe.js'
import type { FoundIn } from '../trust/signable.js'
import { LinkButton } from '../ui/LinkButton.js'
import { isHarmless } from '../understand/rows/isHarmless.js'
import type { RowStanding } from '../understand/rows/rowStanding.js'

/** What the reader can do about one that waits, in a word. */
export function QueueAction({
  transaction: { id },
  standing: { nonce, signed, missing, isFailed, doubt },
  safe,
  account,
  isConflicting,
  findings,
  isOnlyHere,
  share,
}: {
  transaction: Pick<TransactionSummary, 'id'>
  standing: RowStanding
  safe: SafeState | undefined
  account: Address | null | undefined
  isConflicting: boolean
  /** What the rules find; undefined until they were applied. */
  findings: readonly FoundIn[] | undefined
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
  // Of those that exclude each other none is suggested, and nothing unread.
  const isSuggested = words !== rest && !isConflicting && isHarmless(findings)
  return (
    <>
      <LinkButton
        size="xs"
        variant={isSuggested ? 'filled' : 'default'}
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
