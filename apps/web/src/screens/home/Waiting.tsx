import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { PendingList } from '../../components/ListStates.js'
import { GatewayLists } from '../../components/ProvenanceMark.js'
import type { OpenSafe } from '../../components/SafeGate.js'
import { WaitingRow } from '../../components/WaitingRow.js'
import {
  countWithheld,
  useWithheld,
  WithheldTransactions,
} from '../../flows/progress/WithheldTransactions.js'
import { useGatewayState } from '../../hooks/useGatewayState.js'
import { useOwnWork } from '../../hooks/useOwnWork.js'
import { formatNumber } from '../../lib/formatCount.js'
import { paths } from '../../lib/paths.js'
import { toSafeSearch } from '../../lib/safeParameter.js'
import { queueQuery } from '../../queries/transactions.js'
import { Section } from '../../ui/Section.js'
import { mergeQueue } from '../../understand/rows/localRows.js'
import { toQueueRows } from '../../understand/rows/queueRows.js'
import { unheard } from '../../words/outages.js'
import { writeListed } from '../../words/rows.js'
import { glance } from './glance.js'
import classes from './HomeScreen.module.css'

/** What needs signatures, or could be executed. */
export function Waiting({ open }: { open: OpenSafe }) {
  const { chain, address } = open
  const own = useOwnWork()
  const query = useInfiniteQuery(
    queueQuery({ chainId: chain.chainId, address }),
  )
  const { data, error, refetch, hasNextPage, dataUpdatedAt } = query
  const gateway = useGatewayState(query)
  const listed = data?.pages.flatMap(({ results }) => results)
  const merged = mergeQueue(listed, { place: open, local: own.kept })
  const waiting =
    merged && toQueueRows(merged).filter((row) => row.kind === 'entry')
  const listing = {
    place: open,
    listed:
      hasNextPage || !listed
        ? undefined
        : waiting?.map(({ transaction }) => transaction.id),
    listedAt: dataUpdatedAt,
  }
  const withheld = countWithheld(useWithheld(listing))
  const isHeard = gateway === 'heard'
  return (
    <Section
      className={classes.section}
      title="Waiting"
      note={
        <>
          {waiting &&
            (isHeard && withheld > 0
              ? writeListed(waiting.length, withheld)
              : waiting.length > 0 && `${formatNumber(waiting.length)} total`)}
          {(isHeard || Boolean(listed?.length)) && <GatewayLists />}
        </>
      }
      end={
        <Link to={paths.queue} search={toSafeSearch({ chain, address })}>
          Open queue
        </Link>
      }
    >
      {!listed && (!waiting || error) && (
        <PendingList
          count={2}
          title="Can’t load the queue."
          error={error}
          onRetry={refetch}
        >
          The gateway keeps the queue. Nothing is lost.
        </PendingList>
      )}
      <WithheldTransactions {...listing} />
      {waiting?.length === 0 && withheld === 0 && (
        <p className={classes.nothing}>
          {isHeard ? 'Nothing needs a signature.' : unheard.waiting[gateway]}
        </p>
      )}
      <ul>
        {waiting?.slice(0, glance).map(({ transaction, brace }) => (
          <WaitingRow
            key={transaction.id}
            place={open}
            transaction={transaction}
            own={own}
            hasAction
            isConflicting={brace !== undefined}
          />
        ))}
      </ul>
    </Section>
  )
}
