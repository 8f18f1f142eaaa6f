import type { Message } from '@covault/api'
import { useQuery } from '@tanstack/react-query'
import type { Hex } from 'viem'
import { messageCheckQuery } from '../../understand/assess/messageCheckQuery.js'
import type { SafePlace } from '../../understand/safe/safePlace.js'
import { MessageReasons } from './MessageReasons.js'

/** The details are read by everybody; the check is made for those who ask. */
export function MessageDetailsReasons({
  place: { chain, address },
  message,
  hash,
}: {
  place: SafePlace
  message: Message
  hash: Hex
}) {
  const content = message.message
  const { data } = useQuery(
    messageCheckQuery({ chain, address, content, proposal: message, hash }),
  )
  return (
    <MessageReasons
      hash={hash}
      content={content}
      check={data}
      proposal={message}
    />
  )
}
