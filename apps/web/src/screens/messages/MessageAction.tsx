import type { Address, Hex } from 'viem'
import { RowShare } from '../../components/RowShare.js'
import { openFlow } from '../../lib/flowSearch.js'
import type { FoundIn } from '../../trust/signable.js'
import { LinkButton } from '../../ui/LinkButton.js'
import { isHarmless } from '../../understand/rows/isHarmless.js'
import type { RowStanding } from '../../understand/rows/rowStanding.js'

/** What the reader can do about a message, in a word. */
export function MessageAction({
  messageHash,
  standing: { status, missing, isFailed, doubt },
  findings,
  account,
  isOnlyHere,
}: {
  messageHash: Hex
  standing: RowStanding
  /** What the rules find; undefined until they were applied. */
  findings: readonly FoundIn[] | undefined
  account: Address | null | undefined
  /** The others learn of it from nobody but the reader. */
  isOnlyHere: boolean
}) {
  const isWaiting =
    status === 'AWAITING_CONFIRMATIONS' && doubt === undefined && !isFailed
  const isAsked = Boolean(isWaiting && account && missing?.includes(account))
  const subject = { messageHash }
  if (!isAsked && !isOnlyHere) return <RowShare subject={subject} />
  return (
    <>
      <LinkButton
        size="xs"
        variant={isAsked && isHarmless(findings) ? 'filled' : 'default'}
        to="."
        search={openFlow(isAsked ? 'confirm-message' : 'share', subject)}
        preload={false}
      >
        {isAsked ? 'Sign' : 'Share'}
      </LinkButton>
      {isAsked && <RowShare subject={subject} />}
    </>
  )
}
