import { useInfiniteQuery } from '@tanstack/react-query'
import { FailedList, LoadingRows } from '../../components/ListStates.js'
import { useFindName } from '../../components/names.js'
import { type OpenSafe, SafeGate } from '../../components/SafeGate.js'
import { usePageTitle } from '../../components/scope.js'
import { formatAddress } from '../../lib/formatAddress.js'
import { formatCount } from '../../lib/formatCount.js'
import { formatExactTime, formatShortDay } from '../../lib/formatTime.js'
import { messagesQuery } from '../../queries/messages.js'
import { EmptyState } from '../../ui/EmptyState.js'
import { PageHead } from '../../ui/PageHead.js'
import { Seal } from '../../ui/Seal.js'
import { SectionHead } from '../../ui/SectionHead.js'
import { Status } from '../../ui/Status.js'
import classes from './MessagesScreen.module.css'

export function MessagesScreen() {
  usePageTitle('Messages')
  return <SafeGate>{(open) => <Messages open={open} />}</SafeGate>
}

function Messages({ open: { chain, address } }: { open: OpenSafe }) {
  const findName = useFindName()
  const { data, error, refetch } = useInfiniteQuery(
    messagesQuery({ chainId: chain.chainId, address }),
  )
  const messages = data?.pages
    .flatMap(({ results }) => results)
    .filter((item) => item.type === 'MESSAGE')
  return (
    <>
      <PageHead title="Messages">
        {messages && formatCount(messages.length, 'message')}
      </PageHead>
      {!messages && !error && <LoadingRows />}
      {!messages && error && (
        <FailedList
          title="Messages could not be loaded."
          error={error}
          onRetry={refetch}
        >
          Messages and their signatures are kept by the gateway. They are shown
          again as soon as it answers.
        </FailedList>
      )}
      {messages?.length === 0 && (
        <EmptyState
          picture={<Seal address={address} state="open" size={72} />}
          title="No message yet."
        >
          A text or typed data that the owners sign together, without a
          transaction, stands here with those who have signed it.
        </EmptyState>
      )}
      {messages && messages.length > 0 && (
        <section aria-labelledby="messages">
          <SectionHead id="messages" title="Messages" note="newest first" />
          <ul>
            {messages.map((message) => (
              <li key={message.messageHash} className={classes.row}>
                <time
                  className={classes.time}
                  dateTime={new Date(message.creationTimestamp).toISOString()}
                  title={formatExactTime(message.creationTimestamp)}
                >
                  {formatShortDay(message.creationTimestamp)}
                </time>
                <span className={classes.text}>
                  <span className={classes.words}>
                    {typeof message.message === 'string'
                      ? message.message
                      : `Typed data, ${message.message.primaryType}`}
                  </span>
                  <small className={classes.who}>
                    Proposed by{' '}
                    {findName({
                      chainId: chain.chainId,
                      address: message.proposedBy.value,
                    }) ??
                      formatAddress(message.proposedBy.value, { digits: 4 })}
                  </small>
                </span>
                <span className={classes.count}>
                  {message.confirmationsSubmitted} of{' '}
                  {message.confirmationsRequired}
                </span>
                {message.status === 'CONFIRMED' ? (
                  <Status kind="ok">Confirmed</Status>
                ) : (
                  <Status kind="waiting">Needs confirmation</Status>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
