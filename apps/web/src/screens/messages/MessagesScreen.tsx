import type { Message, MessageListItem } from '@covault/api'
import { Button } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { IndexingNotice } from '../../components/IndexingNotice.js'
import { PendingList } from '../../components/ListStates.js'
import { MessageStatus } from '../../components/MessageStatus.js'
import { ProvenanceGlyph } from '../../components/ProvenanceMark.js'
import { type OpenSafe, SafeGate } from '../../components/SafeGate.js'
import { usePageTitle } from '../../hooks/scope.js'
import { useFindName } from '../../hooks/useFindName.js'
import { useMessageCheck } from '../../hooks/useMessageCheck.js'
import { openFlow } from '../../lib/flowSearch.js'
import { toForeignText } from '../../lib/foreignText.js'
import { formatAddress } from '../../lib/formatAddress.js'
import { formatCount } from '../../lib/formatCount.js'
import { formatDay, formatExactTime, formatTime } from '../../lib/formatTime.js'
import { paths } from '../../lib/paths.js'
import { toSafeSearch } from '../../lib/safeParameter.js'
import { messagesQuery } from '../../queries/messages.js'
import { EmptyState } from '../../ui/EmptyState.js'
import { LinkButton } from '../../ui/LinkButton.js'
import { PageHead } from '../../ui/PageHead.js'
import { Section } from '../../ui/Section.js'
import { Status } from '../../ui/Status.js'
import {
  countSeals,
  type MessageRowCheck,
} from '../../understand/rows/messageCheck.js'
import classes from './MessagesScreen.module.css'

export function MessagesScreen() {
  usePageTitle('Messages')
  return <SafeGate>{(open) => <Messages open={open} />}</SafeGate>
}

function Messages({ open }: { open: OpenSafe }) {
  const { chain, address } = open
  const {
    data,
    error,
    refetch,
    hasNextPage,
    fetchNextPage,
    isFetchingNextPage,
  } = useInfiniteQuery(messagesQuery({ chainId: chain.chainId, address }))
  const days = data && groupDays(data.pages.flatMap(({ results }) => results))
  const count = days?.reduce((sum, { messages }) => sum + messages.length, 0)
  return (
    <>
      <PageHead
        title="Messages"
        actions={
          <LinkButton size="xs" to="." search={openFlow('message')}>
            New message
          </LinkButton>
        }
      >
        {count !== undefined &&
          `${formatCount(count, 'message')}${hasNextPage ? ' and more' : ''}`}
      </PageHead>
      <IndexingNotice chain={chain} address={address} />
      {!days && (
        <PendingList
          title="Messages could not be loaded."
          error={error}
          onRetry={refetch}
        >
          Messages and their signatures are kept by the gateway. They are shown
          again as soon as it answers.
        </PendingList>
      )}
      {count === 0 && (
        <EmptyState picture={address} title="No message yet.">
          A text or typed data that the owners sign together, without a
          transaction, stands here with those who have signed it.
        </EmptyState>
      )}
      {days?.map(({ day, messages }) => (
        <Section key={day} className={classes.day} title={day}>
          <ul>
            {messages.map((message) => (
              <MessageRow
                key={message.messageHash}
                open={open}
                message={message}
              />
            ))}
          </ul>
        </Section>
      ))}
      {hasNextPage && (
        <Button
          mt={24}
          variant="default"
          loading={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </>
  )
}

function MessageRow({ open, message }: { open: OpenSafe; message: Message }) {
  const { chain, address, safe } = open
  const findName = useFindName()
  const check = useMessageCheck(open, message)
  const { signed, isChecked } = countSeals(message, check)
  const { messageHash, creationTimestamp: at, proposedBy, name } = message
  const proposer =
    findName({ chainId: chain.chainId, address: proposedBy.value }) ??
    formatAddress(proposedBy.value, { digits: 4 })
  return (
    <li className={classes.row}>
      <time
        className={classes.time}
        dateTime={new Date(at).toISOString()}
        title={formatExactTime(at)}
      >
        {formatTime(at)}
      </time>
      <span className={classes.text}>
        <Link
          className={classes.words}
          to={paths.message}
          search={{ ...toSafeSearch({ chain, address }), messageHash }}
        >
          {typeof message.message === 'string'
            ? toForeignText(message.message, 120) || 'Empty text'
            : `Typed data, ${toForeignText(message.message.primaryType)}`}
        </Link>
        <small className={classes.who}>
          Proposed by {proposer}
          {name && `, with “${toForeignText(name)}”`}
        </small>
        <RowWarning check={check} />
      </span>
      <span
        className={classes.count}
        title={isChecked ? 'checked here' : 'gateway says'}
        data-checked={isChecked}
      >
        {signed} of {safe?.threshold ?? message.confirmationsRequired}{' '}
        <ProvenanceGlyph kind={isChecked ? 'computed' : 'gateway'} />
      </span>
      <MessageStatus message={message} safe={safe} check={check} />
      <IconChevronRight
        className={classes.chevron}
        size={16}
        stroke={1.75}
        aria-hidden="true"
      />
    </li>
  )
}

/** What the check found, where somebody might sign without looking inside. */
function RowWarning({ check }: { check: MessageRowCheck | undefined }) {
  if (check?.status === 'differs')
    return (
      <Status kind="danger">
        Not what the gateway says it is. {check.reason} Do not sign it.
      </Status>
    )
  if (!check?.warning) return null
  return <Status kind="warn">{check.warning}</Status>
}

/** By the reader's own days; what comes twice across pages is shown once. */
function groupDays(
  items: readonly MessageListItem[],
): { day: string; messages: Message[] }[] {
  const days = new Map<string, Map<string, Message>>()
  for (const item of items) {
    if (item.type !== 'MESSAGE') continue
    const day = formatDay(item.creationTimestamp)
    const messages = days.get(day) ?? new Map<string, Message>()
    messages.set(item.messageHash, item)
    days.set(day, messages)
  }
  return [...days].map(([day, messages]) => ({
    day,
    messages: [...messages.values()],
  }))
}
