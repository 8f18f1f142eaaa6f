import { listMessageReasons } from '../../understand/reasons/messageReasons.js'
import { Reasons } from './Reasons.js'

/** What a message on the screen rests on. */
export function MessageReasons(
  known: Parameters<typeof listMessageReasons>[0],
) {
  return <Reasons groups={listMessageReasons(known)} />
}
