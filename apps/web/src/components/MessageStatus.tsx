import type { Message } from '@covault/api'
import { Status } from '../ui/Status.js'

/** How a message stands, in a word. */
export function MessageStatus({
  message: { status },
}: {
  message: Pick<Message, 'status'>
}) {
  return status === 'CONFIRMED' ? (
    <Status kind="ok">Confirmed</Status>
  ) : (
    <Status kind="waiting">Awaiting confirmations</Status>
  )
}
