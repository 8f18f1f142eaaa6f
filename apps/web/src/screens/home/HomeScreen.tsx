import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { FiatAmount } from '../../components/FiatAmount.js'
import { FailedList, LoadingRows } from '../../components/ListStates.js'
import { Confirmations, Nonce } from '../../components/QueueList.js'
import { type OpenSafe, SafeGate } from '../../components/SafeGate.js'
import { usePageTitle } from '../../components/scope.js'
import { TransactionRow } from '../../components/TransactionRow.js'
import { TransactionStatus } from '../../components/TransactionStatus.js'
import { formatExactTime, formatShortDay } from '../../lib/formatTime.js'
import { paths } from '../../lib/paths.js'
import { toSafeSearch } from '../../lib/safeParameter.js'
import { appearance } from '../../preferences/appearance.js'
import { usePreference } from '../../preferences/preference.js'
import { findOverview, overviewsQuery } from '../../queries/safes.js'
import { historyQuery, queueQuery } from '../../queries/transactions.js'
import { SectionHead } from '../../ui/SectionHead.js'
import { SkeletonBar } from '../../ui/SkeletonBar.js'
import { accountQuery } from '../../wallet/account.js'
import { Health } from './Health.js'
import classes from './HomeScreen.module.css'

/** How many rows are a glance. */
const glance = 4

export function HomeScreen() {
  usePageTitle('Home')
  return (
    <SafeGate>
      {(open) => (
        <>
          <TotalValue open={open} />
          <div className={classes.columns}>
            <div>
              <Waiting open={open} />
              <Activity open={open} />
            </div>
            <div>
              <Health open={open} />
            </div>
          </div>
        </>
      )}
    </SafeGate>
  )
}

function TotalValue({ open: { chain, address } }: { open: OpenSafe }) {
  const { currency } = usePreference(appearance)
  const { data: wallet } = useQuery(accountQuery)
  const place = { chainId: chain.chainId, address }
  const { data, isError } = useQuery(
    overviewsQuery({ safes: [place], currency, wallet }),
  )
  const overview = findOverview(data, place)
  return (
    <div className={classes.hero}>
      <h1 className={classes.label}>
        Total value, {currency.toUpperCase()}
        <span className={classes.source}>prices: gateway</span>
      </h1>
      <p className={classes.value}>
        {overview && (
          <FiatAmount value={Number(overview.fiatTotal)} currency={currency} />
        )}
        {!overview && !isError && !data && (
          <SkeletonBar width={240} height={48} />
        )}
        {!overview && (isError || data) && (
          <span className={classes.unknown}>Not known</span>
        )}
      </p>
    </div>
  )
}

function Waiting({ open: { chain, address, safe } }: { open: OpenSafe }) {
  const { data, error, refetch } = useInfiniteQuery(
    queueQuery({ chainId: chain.chainId, address }),
  )
  const waiting = data?.pages
    .flatMap(({ results }) => results)
    .filter((item) => item.type === 'TRANSACTION')
  return (
    <section aria-labelledby="waiting" className={classes.section}>
      <SectionHead
        id="waiting"
        title="Waiting"
        note={waiting && waiting.length > 0 && `${waiting.length} in all`}
        end={
          <Link to={paths.queue} search={toSafeSearch({ chain, address })}>
            Open queue
          </Link>
        }
      />
      {!waiting && !error && <LoadingRows count={2} />}
      {!waiting && error && (
        <FailedList
          title="The queue could not be loaded."
          error={error}
          onRetry={refetch}
        >
          It is kept by the gateway and comes back with it.
        </FailedList>
      )}
      {waiting?.length === 0 && (
        <p className={classes.nothing}>Nothing waits for a signature.</p>
      )}
      <ul>
        {waiting?.slice(0, glance).map(({ transaction }) => (
          <TransactionRow
            key={transaction.id}
            chain={chain}
            transaction={transaction}
            lead={
              transaction.executionInfo?.type === 'MULTISIG' && (
                <Nonce nonce={transaction.executionInfo.nonce} />
              )
            }
            end={
              <Confirmations
                chain={chain}
                transaction={transaction}
                owners={safe?.owners ?? []}
              />
            }
          />
        ))}
      </ul>
    </section>
  )
}

function Activity({ open: { chain, address } }: { open: OpenSafe }) {
  const { data, error } = useInfiniteQuery(
    historyQuery({ chainId: chain.chainId, address }),
  )
  const entries = data?.pages
    .flatMap(({ results }) => results)
    .filter((item) => item.type === 'TRANSACTION')
  // The same gateway fails for the section above, which says so.
  if (!entries && error) return null
  return (
    <section aria-labelledby="activity" className={classes.section}>
      <SectionHead
        id="activity"
        title="Recent activity"
        end={
          <Link to={paths.history} search={toSafeSearch({ chain, address })}>
            History
          </Link>
        }
      />
      {!entries && <LoadingRows count={3} />}
      {entries?.length === 0 && (
        <p className={classes.nothing}>Nothing has happened yet.</p>
      )}
      <ul>
        {entries?.slice(0, glance).map(({ transaction }) => (
          <TransactionRow
            key={transaction.id}
            chain={chain}
            transaction={transaction}
            lead={
              <time
                dateTime={new Date(transaction.timestamp).toISOString()}
                title={formatExactTime(transaction.timestamp)}
              >
                {formatShortDay(transaction.timestamp)}
              </time>
            }
            end={<TransactionStatus status={transaction.txStatus} />}
          />
        ))}
      </ul>
    </section>
  )
}
