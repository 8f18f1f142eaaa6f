import { IconShare } from '@tabler/icons-react'
import { openFlow } from '../lib/flowSearch.js'
import { LinkButton } from '../ui/LinkButton.js'

/** Hands one on from its row. Where there is no room, the opened one has it. */
export function RowShare({
  subject,
}: {
  subject: { id: string } | { messageHash: string }
}) {
  const words =
    'id' in subject ? 'Share this transaction' : 'Share this message'
  return (
    <LinkButton
      size="xs"
      px={8}
      variant="subtle"
      data-share
      aria-label={words}
      title={words}
      to="."
      search={openFlow('share', subject)}
      preload={false}
    >
      <IconShare size={16} stroke={1.75} aria-hidden="true" />
    </LinkButton>
  )
}
