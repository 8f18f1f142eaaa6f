import { hashSafeMessage } from '@covault/protocol'
import { useInfiniteQuery } from '@tanstack/react-query'
import { messagesQuery } from '../../queries/messages.js'
import { toDomain } from '../../trust/domain.js'
import { MessageReview } from '../review/MessageReview.js'
import type { MessageReviewProps } from '../review/reviewProps.js'

/** Others may have proposed the very same words: then this joins them. */
export function OffChainReview(props: Omit<MessageReviewProps, 'proposal'>) {
  const { place, content } = props
  const hash = hashSafeMessage(toDomain(place.chain, place.safe), content)
  const { data } = useInfiniteQuery(
    messagesQuery({ chainId: place.chain.chainId, address: place.address }),
  )
  const known = data?.pages
    .flatMap(({ results }) => results)
    .flatMap((one) => (one.type === 'MESSAGE' ? one : []))
    .find(({ messageHash }) => messageHash === hash)
  return <MessageReview {...props} proposal={known} />
}
