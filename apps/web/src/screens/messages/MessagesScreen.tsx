import type { Message, MessageListItem } from '@covault/api'
import { Button } from '@mantine/core'
import { IconMessage } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Confirmations } from '../../components/Confirmations.js'
import { IndexingNotice } from '../../components/IndexingNotice.js'
import { ListRow } from '../../components/ListRow.js'
import { PendingList } from '../../components/ListStates.js'
import { OnlyHere } from '../../components/OnlyHere.js'
import { GatewayLists } from '../../components/ProvenanceMark.js'
import { RowChecking } from '../../components/RowRemarks.js'
import { type OpenSafe, SafeGate } from '../../components/SafeGate.js'
import { GravestFinding } from '../../components/transaction/GravestFinding.js'
import { showKept } from '../../flows/bringIn/withoutNetwork.js'
import { usePageTitle } from '../../hooks/scope.js'
import { useFindName } from '../../hooks/useFindName.js'
import {
  type GatewayState,
  useGatewayState,
} from '../../hooks/useGatewayState.js'
import { useOwnWork } from '../../hooks/useOwnWork.js'
import { useRowCheck } from '../../hooks/useRowCheck.js'
import { openFlow } from '../../lib/flowSearch.js'
import { toForeignText } from '../../lib/foreignText.js'
import { formatAddress } from '../../lib/formatAddress.js'
import { formatCount } from '../../lib/formatCount.js'
import { formatDay } from '../../lib/formatTime.js'
import { paths } from '../../lib/paths.js'
import { toSafeSearch } from '../../lib/safeParameter.js'
import {
  type LocalMessage,
  listOfSafe,
  localMessages,
} from '../../preferences/localQueue.js'
import { useRecords } from '../../preferences/records.js'
import { detailLocalMessage } from '../../queries/localSignables.js'
import { messagesQuery } from '../../queries/messages.js'
import { EmptyState } from '../../ui/EmptyState.js'
import { LinkButton } from '../../ui/LinkButton.js'
import { Moment } from '../../ui/Moment.js'
import { PageHead } from '../../ui/PageHead.js'
import { Remark } from '../../ui/Remark.js'
import { Section } from '../../ui/Section.js'
import { Status } from '../../ui/Status.js'
import { listMessage } from '../../understand/rows/listedRow.js'
import { findStanding } from '../../understand/rows/rowStanding.js'
import { missing, unheard } from '../../words/outages.js'
import { MessageAction } from './MessageAction.js'
import classes from './MessagesScreen.module.css'

export function MessagesScreen() {
  usePageTitle('Messages')
  return (
    <SafeGate offline={showKept({ kind: 'message', title: 'Messages' })}>
      {(open) => <Messages open={open} />}
    </SafeGate>
  )
}

function Messages({ open }: { open: OpenSafe }) {
  const { chain, address } = open
  const query = useInfiniteQuery(
    messagesQuery({ chainId: chain.chainId, address }),
  )
  const { data, error, refetch, hasNextPage } = query
  const { fetchNextPage, isFetchingNextPage } = query
  const gateway = useGatewayState(query)
  const isHeard = gateway === 'heard'
  const local = useRecords(localMessages)
  const listed = data?.pages.flatMap(({ results }) => results)
  const own = listOfSafe(local ?? [], { chainId: chain.chainId, address })
  const days =
    listed || own.length > 0
      ? groupDays(mergeMessages(listed ?? [], own))
      : undefined
  const count = days?.reduce((sum, { messages }) => sum + messages.length, 0)
  return (
    <>
      <PageHead
        title="Messages"
        actions={
          <>
            <LinkButton
              variant="default"
              to={paths.bringIn}
              search={toSafeSearch({ chain, address })}
            >
              Import
            </LinkButton>
            <LinkButton to="." search={openFlow('message')}>
              New message
            </LinkButton>
          </>
        }
      >
        {count !== undefined && (
          <>
            {`${formatCount(count, 'message')}${hasNextPage ? ' and more' : ''}${isHeard ? '' : ' in this browser'}`}{' '}
            {(isHeard || Boolean(listed?.length)) && <GatewayLists />}
          </>
        )}
      </PageHead>
      <IndexingNotice chain={chain} address={address} />
      {gateway === 'none' && <Remark kind="info">{missing.messages}</Remark>}
      {!data && (!days || error) && (
        <PendingList
          title="Can’t load messages."
          error={error}
          onRetry={refetch}
        >
          The gateway stores messages and their signatures. They reappear once
          it answers.
        </PendingList>
      )}
      {count === 0 && <NoMessages address={address} gateway={gateway} />}
      {days?.map(({ day, messages }) => (
        <Section key={day} className={classes.day} title={day}>
          <ul>
            {messages.map((message) => (
              <MessageRow
                key={message.messageHash}
                open={open}
                message={message}
                local={own.find(
                  ({ messageHash }) => messageHash === message.messageHash,
                )}
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

function NoMessages({
  address,
  gateway,
}: Pick<OpenSafe, 'address'> & { gateway: GatewayState }) {
  return (
    <EmptyState
      picture={address}
      title={
        gateway === 'heard'
          ? 'No messages yet.'
          : 'No messages in this browser.'
      }
    >
      {gateway === 'away' || gateway === 'unread'
        ? unheard.list[gateway]
        : 'Texts and typed data (EIP-712) that the owners sign together appear here, with their signatures.'}
    </EmptyState>
  )
}

function MessageRow({
  open,
  message,
  local,
}: {
  open: OpenSafe
  message: Message
  /** What only this browser has of it. */
  local: LocalMessage | undefined
}) {
  const { chain, safe } = open
  const findName = useFindName()
  const own = useOwnWork()
  const row = listMessage(message, local)
  const { check, isFailed } = useRowCheck(open, row)
  const standing = findStanding(row, { safe, check, isFailed })
  const findings =
    check?.status === 'checked' ? check.meaning.findings : undefined
  const isOnlyHere = local !== undefined && !local.isProposed
  const { messageHash, creationTimestamp: at, proposedBy, name } = message
  const proposer =
    findName({ chainId: chain.chainId, address: proposedBy.value }) ??
    formatAddress(proposedBy.value, { digits: 4 })
  return (
    <ListRow
      name={messageHash}
      page={{ to: paths.message, search: { messageHash } }}
      lead={<Moment at={at} form="time" />}
      icon={<IconMessage size={20} stroke={1.75} aria-hidden="true" />}
      words={
        typeof message.message === 'string'
          ? toForeignText(message.message, 120) || 'Empty text'
          : `Typed data, ${toForeignText(message.message.primaryType)}`
      }
      notes={
        <>
          <small className={classes.who}>
            {isOnlyHere ? 'Added here' : `Proposed by ${proposer}`}
            {name && `, with “${toForeignText(name)}”`}
          </small>
          {local && <OnlyHere local={local} />}
          {standing.doubt && (
            <Status kind="danger" isSentence>
              {standing.doubt}
            </Status>
          )}
          {safe && !check && !isFailed && <RowChecking />}
          {findings && <GravestFinding findings={findings} />}
        </>
      }
      end={
        <Confirmations
          chain={chain}
          id={messageHash}
          standing={standing}
          owners={safe?.owners ?? []}
          own={own}
          isOnlyHere={isOnlyHere}
        />
      }
      action={
        <MessageAction
          messageHash={messageHash}
          standing={standing}
          findings={findings}
          account={own.account}
          isOnlyHere={isOnlyHere}
        />
      }
    />
  )
}

/** What only this browser has stands among the others, newest first. */
function mergeMessages(
  listed: readonly MessageListItem[],
  own: readonly LocalMessage[],
): MessageListItem[] {
  const known = new Set(
    listed.map((item) => item.type === 'MESSAGE' && item.messageHash),
  )
  const added = own
    .filter(({ messageHash }) => !known.has(messageHash))
    .map(
      (one): MessageListItem => ({
        type: 'MESSAGE',
        ...detailLocalMessage(one),
      }),
    )
  return [...added.reverse(), ...listed]
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
