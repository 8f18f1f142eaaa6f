import { VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { type Hex, isHash } from 'viem'
import { LoadingRows } from '../../components/ListStates.js'
import { FailedLookup, Nothing } from '../../components/LookupStates.js'
import { MessageStatus } from '../../components/MessageStatus.js'
import { type OpenSafe, SafeGate } from '../../components/SafeGate.js'
import { usePageTitle } from '../../hooks/scope.js'
import { useMessageCheck } from '../../hooks/useMessageCheck.js'
import { messageQuery } from '../../queries/messages.js'
import { PageHead } from '../../ui/PageHead.js'

/** Hashing and checking come when somebody looks inside. */
const Details = lazy(async () => {
  const { MessageDetails } = await import(
    '../../components/transaction/MessageDetails.js'
  )
  return { default: MessageDetails }
})

export function MessageScreen() {
  usePageTitle('Message')
  const { messageHash } = useSearch({ strict: false })
  return (
    <SafeGate>
      {(open) =>
        messageHash && isHash(messageHash) ? (
          <Message open={open} messageHash={messageHash} />
        ) : (
          <Nothing title="The link names no message.">
            Open it from the messages of the safe it belongs to; the link then
            leads there again.
          </Nothing>
        )
      }
    </SafeGate>
  )
}

function Message({
  open: { chain, address, safe },
  messageHash,
}: {
  open: OpenSafe
  messageHash: Hex
}) {
  const { data, error, refetch } = useQuery(
    messageQuery({ chainId: chain.chainId, address, messageHash }),
  )
  const check = useMessageCheck({ chain, address, safe }, data)
  return (
    <>
      <PageHead title="Message">
        {data && <MessageStatus message={data} safe={safe} check={check} />}
      </PageHead>
      {!data && error && (
        <FailedLookup thing="message" error={error} onRetry={refetch}>
          The gateway knows no message of this hash. It may belong to another
          network, or nobody has proposed it yet.
        </FailedLookup>
      )}
      {!error && (!data || !safe) && <LoadingRows count={3} />}
      <VisuallyHidden component="h2">Details</VisuallyHidden>
      {data && safe && (
        <Suspense fallback={<LoadingRows count={3} />}>
          <Details
            place={{ chain, address, safe }}
            message={data}
            messageHash={messageHash}
          />
        </Suspense>
      )}
    </>
  )
}
