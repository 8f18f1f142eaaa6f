import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { PastSource } from '../../components/ChainPast.js'
import { LoadingRows } from '../../components/ListStates.js'
import type { OpenSafe } from '../../components/SafeGate.js'
import { StandingStatus } from '../../components/StandingStatus.js'
import { TransactionRow } from '../../components/TransactionRow.js'
import { paths } from '../../lib/paths.js'
import { toSafeSearch } from '../../lib/safeParameter.js'
import { historyQuery } from '../../queries/transactions.js'
import { Moment } from '../../ui/Moment.js'
import { Section } from '../../ui/Section.js'
import { glance } from './glance.js'
import classes from './HomeScreen.module.css'

/** The newest of the history. */
export function Activity({ open }: { open: OpenSafe }) {
  const { chain, address } = open
  const { data, error } = useInfiniteQuery(
    historyQuery({ chainId: chain.chainId, address }),
  )
  const entries = data?.pages
    .flatMap(({ results }) => results)
    .filter((item) => item.type === 'TRANSACTION')
  const past = data?.pages[0]?.past
  // The same gateway fails for the section above, which says so.
  if (!entries && error) return null
  return (
    <Section
      className={classes.section}
      title="Recent activity"
      note={<PastSource past={past} />}
      end={
        <Link to={paths.history} search={toSafeSearch({ chain, address })}>
          History
        </Link>
      }
    >
      {!entries && <LoadingRows count={3} />}
      {entries?.length === 0 && (
        <p className={classes.nothing}>
          {past
            ? 'No activity in the chain’s latest blocks. Earlier activity needs the gateway.'
            : 'No activity yet.'}
        </p>
      )}
      <ul>
        {entries?.slice(0, glance).map(({ transaction }) => (
          <TransactionRow
            key={transaction.id}
            chain={chain}
            transaction={transaction}
            lead={<Moment at={transaction.timestamp} form="day" />}
            end={<StandingStatus status={transaction.txStatus} />}
          />
        ))}
      </ul>
    </Section>
  )
}
