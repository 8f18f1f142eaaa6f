import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { isHash } from 'viem'
import { FailedList, LoadingRows } from '../../components/ListStates.js'
import { type OpenSafe, SafeGate } from '../../components/SafeGate.js'
import { usePageTitle } from '../../components/scope.js'
import { TransactionRow } from '../../components/TransactionRow.js'
import { TransactionStatus } from '../../components/TransactionStatus.js'
import { formatExactTime } from '../../lib/formatTime.js'
import { messageQuery } from '../../queries/messages.js'
import { transactionQuery } from '../../queries/transactions.js'
import { EmptyState } from '../../ui/EmptyState.js'
import { PageHead } from '../../ui/PageHead.js'
import { Seal } from '../../ui/Seal.js'
import { SectionHead } from '../../ui/SectionHead.js'
import classes from './TransactionScreen.module.css'

export function TransactionScreen() {
  usePageTitle('Transaction')
  const { id } = useSearch({ strict: false })
  return (
    <SafeGate>
      {(open) =>
        id ? (
          <Transaction open={open} id={id} />
        ) : (
          <NoId title="The link names no transaction." />
        )
      }
    </SafeGate>
  )
}

function Transaction({
  open: { chain, address },
  id,
}: {
  open: OpenSafe
  id: string
}) {
  const { data, error, refetch } = useQuery(
    transactionQuery({ chainId: chain.chainId, address, id }),
  )
  if (data && data.safeAddress !== address)
    return <NoId title="This transaction belongs to another safe." />
  const time = data?.executedAt
  return (
    <>
      <PageHead title="Transaction">{id}</PageHead>
      {!data && !error && <LoadingRows count={2} />}
      {!data && error && (
        <FailedList
          title="The transaction could not be loaded."
          error={error}
          onRetry={refetch}
        >
          It may not exist, or the gateway does not know it yet.
        </FailedList>
      )}
      {data && (
        <section aria-labelledby="transaction">
          <SectionHead
            id="transaction"
            title="What it does"
            note="as the gateway says"
          />
          <ul>
            <TransactionRow
              chain={chain}
              transaction={{
                id: data.txId,
                txHash: data.txHash,
                timestamp: time ?? 0,
                txStatus: data.txStatus,
                txInfo: data.txInfo,
                executionInfo: null,
                safeAppInfo: null,
                note: data.note,
              }}
              lead=""
              end={<TransactionStatus status={data.txStatus} />}
            />
          </ul>
          <dl className={classes.facts}>
            {[
              {
                name: 'Executed',
                value: time ? formatExactTime(time) : 'Not yet',
              },
              { name: 'Hash on chain', value: data.txHash ?? 'None yet' },
              {
                name: 'safeTxHash',
                value:
                  data.detailedExecutionInfo?.type === 'MULTISIG'
                    ? data.detailedExecutionInfo.safeTxHash
                    : 'None',
              },
            ].map(({ name, value }) => (
              <div key={name} className={classes.fact}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
    </>
  )
}

export function MessageScreen() {
  usePageTitle('Message')
  const { messageHash } = useSearch({ strict: false })
  return (
    <SafeGate>
      {(open) =>
        messageHash && isHash(messageHash) ? (
          <Message open={open} messageHash={messageHash} />
        ) : (
          <NoId title="The link names no message." />
        )
      }
    </SafeGate>
  )
}

function Message({
  open: { chain, address },
  messageHash,
}: {
  open: OpenSafe
  messageHash: `0x${string}`
}) {
  const { data, error, refetch } = useQuery(
    messageQuery({ chainId: chain.chainId, address, messageHash }),
  )
  return (
    <>
      <PageHead title="Message">{messageHash}</PageHead>
      {!data && !error && <LoadingRows count={2} />}
      {!data && error && (
        <FailedList
          title="The message could not be loaded."
          error={error}
          onRetry={refetch}
        >
          It may not exist, or the gateway does not know it yet.
        </FailedList>
      )}
      {data && (
        <section aria-labelledby="message">
          <SectionHead
            id="message"
            title="What is signed"
            note={`${data.confirmationsSubmitted} of ${data.confirmationsRequired} signed, as the gateway says`}
          />
          <pre className={classes.text}>
            {typeof data.message === 'string'
              ? data.message
              : JSON.stringify(data.message, null, 2)}
          </pre>
        </section>
      )}
    </>
  )
}

function NoId({ title }: { title: string }) {
  return (
    <EmptyState
      picture={<Seal address="0x0404" state="open" size={72} />}
      title={title}
    >
      Open it from the queue or the history of the safe it belongs to; the link
      then leads there again.
    </EmptyState>
  )
}
