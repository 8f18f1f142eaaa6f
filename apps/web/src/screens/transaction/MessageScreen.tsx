import type { Message } from '@covault/api'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { Suspense } from 'react'
import { type Hex, isHash } from 'viem'
import { LoadingRows } from '../../components/ListStates.js'
import { FailedLookup } from '../../components/LookupStates.js'
import type { OpenSafe } from '../../components/SafeGate.js'
import { StandingStatus } from '../../components/StandingStatus.js'
import { MessageParts } from '../../components/transaction/LazyDetails.js'
import { useRowCheck } from '../../hooks/useRowCheck.js'
import { paths } from '../../lib/paths.js'
import { toSafeSearch } from '../../lib/safeParameter.js'
import { messageQuery } from '../../queries/messages.js'
import { LinkButton } from '../../ui/LinkButton.js'
import { listMessage } from '../../understand/rows/listedRow.js'
import { findStanding } from '../../understand/rows/rowStanding.js'
import { accountQuery } from '../../wallet/account.js'
import { absentMessageWords } from '../../words/lookups.js'
import { NamedPage } from './NamedPage.js'

export function MessageScreen() {
  const { messageHash } = useSearch({ strict: false })
  return (
    <NamedPage
      title="Message"
      kind="message"
      name={messageHash && isHash(messageHash) ? messageHash : undefined}
      from="messages"
      Status={Status}
      Details={Details}
    />
  )
}

type Named = { open: OpenSafe; name: Hex }

function useMessage({ open: { chain, address }, name: messageHash }: Named) {
  return useQuery(
    messageQuery({ chainId: chain.chainId, address, messageHash }),
  )
}

function Status(named: Named) {
  const { data } = useMessage(named)
  return data && <StatusOf open={named.open} message={data} />
}

function StatusOf({ open, message }: { open: OpenSafe; message: Message }) {
  const { data: account } = useQuery(accountQuery)
  const row = listMessage(message)
  const { check, isFailed } = useRowCheck(open, row)
  const { safe } = open
  const { status, missing } = findStanding(row, { safe, check, isFailed })
  return (
    <StandingStatus
      status={status}
      isAskingYou={Boolean(account && missing?.includes(account))}
    />
  )
}

function Details(named: Named) {
  const { chain, address, safe } = named.open
  const { data, error, refetch } = useMessage(named)
  if (!data && error)
    return (
      <FailedLookup
        thing="message"
        error={error}
        onRetry={refetch}
        actions={
          <LinkButton
            variant="default"
            to={paths.messages}
            search={toSafeSearch({ chain, address })}
          >
            All messages
          </LinkButton>
        }
      >
        {absentMessageWords}
      </FailedLookup>
    )
  if (!data || !safe) return <LoadingRows count={3} />
  return (
    <Suspense fallback={<LoadingRows count={3} />}>
      <MessageParts
        place={{ chain, address, safe }}
        message={data}
        messageHash={named.name}
      />
    </Suspense>
  )
}
