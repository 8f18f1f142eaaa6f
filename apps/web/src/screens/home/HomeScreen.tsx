import {
  IconArrowUpRight,
  IconCode,
  IconPlaylistAdd,
} from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { PastSource } from '../../components/ChainPast.js'
import { FiatAmount } from '../../components/FiatAmount.js'
import { LoadingRows } from '../../components/ListStates.js'
import { ProvenanceMark } from '../../components/ProvenanceMark.js'
import { type OpenSafe, SafeGate } from '../../components/SafeGate.js'
import { StandingStatus } from '../../components/StandingStatus.js'
import { TransactionRow } from '../../components/TransactionRow.js'
import { usePageTitle } from '../../hooks/scope.js'
import { firstBalances, usePortfolio } from '../../hooks/usePortfolio.js'
import { openFlow } from '../../lib/flowSearch.js'
import { paths } from '../../lib/paths.js'
import { toSafeSearch } from '../../lib/safeParameter.js'
import {
  type AskFirst,
  askAhead,
  askPageAhead,
} from '../../queries/askAhead.js'
import { isAlone } from '../../queries/gateway.js'
import { historyQuery, queueQuery } from '../../queries/transactions.js'
import { hasFeature } from '../../trust/chainFacts.js'
import { gatewaySays } from '../../trust/provenance.js'
import { LinkButton } from '../../ui/LinkButton.js'
import { Moment } from '../../ui/Moment.js'
import { Section } from '../../ui/Section.js'
import { SkeletonBar } from '../../ui/SkeletonBar.js'
import { missing } from '../../words/outages.js'
import { glance } from './glance.js'
import { Health } from './Health.js'
import { Holdings } from './Holdings.js'
import classes from './HomeScreen.module.css'
import { Receive } from './Receive.js'
import { Waiting } from './Waiting.js'
import { Worth } from './Worth.js'

export const askFirst: AskFirst = (queries, place) => [
  askPageAhead(queries, queueQuery(place)),
  askAhead(queries, firstBalances(place)),
  askPageAhead(queries, historyQuery(place)),
]

export function HomeScreen() {
  usePageTitle('Home')
  return <SafeGate>{(open) => <Home open={open} />}</SafeGate>
}

function Home({ open }: { open: OpenSafe }) {
  const held = usePortfolio(open)
  return (
    <>
      <TotalValue open={open} held={held} />
      <Worth scope={open} currency={held.currency} />
      <div className={classes.columns}>
        <div>
          <Waiting open={open} />
          <Activity open={open} />
        </div>
        <div>
          <Holdings
            scope={open}
            portfolio={held.portfolio}
            isFailed={Boolean(held.error)}
          />
          <Health open={open} />
        </div>
      </div>
    </>
  )
}

function TotalValue({
  open,
  held: { portfolio, provenance, currency, error },
}: {
  open: OpenSafe
  held: ReturnType<typeof usePortfolio>
}) {
  const isKnown = portfolio && !portfolio.hasNoPrices
  return (
    <div className={classes.hero}>
      <div>
        <h1 className={classes.label}>
          Total value, {currency.toUpperCase()}
          <ProvenanceMark of={gatewaySays}>prices: gateway</ProvenanceMark>
          {provenance && <ProvenanceMark of={provenance} />}
        </h1>
        <p className={classes.value}>
          {isKnown && (
            <FiatAmount cents={portfolio.total} currency={currency} />
          )}
          {!portfolio && !error && <SkeletonBar width={240} height={48} />}
          {!isKnown && (error || portfolio) && (
            <span className={classes.unknown}>Not known</span>
          )}
        </p>
        {isAlone && <p className={classes.unpriced}>{missing.prices}</p>}
      </div>
      <div className={classes.actions}>
        <LinkButton
          to="."
          search={openFlow('send-tokens')}
          leftSection={
            <IconArrowUpRight size={16} stroke={1.75} aria-hidden="true" />
          }
        >
          Send
        </LinkButton>
        <Receive scope={open} />
        <LinkButton
          variant="default"
          to="."
          search={openFlow('batch')}
          leftSection={
            <IconPlaylistAdd size={16} stroke={1.75} aria-hidden="true" />
          }
        >
          Batch
        </LinkButton>
        {hasFeature(open.chain, 'CONTRACT_INTERACTION') && (
          <LinkButton
            variant="default"
            to="."
            search={openFlow('builder')}
            leftSection={
              <IconCode size={16} stroke={1.75} aria-hidden="true" />
            }
          >
            Build
          </LinkButton>
        )}
      </div>
    </div>
  )
}

function Activity({ open }: { open: OpenSafe }) {
  const { chain, address } = open
  const { data, error } = useInfiniteQuery(
    historyQuery({ chainId: chain.chainId, address }),
  )
  const entries = data?.pages
    .flatMap(({ results }) => results)
    .filter((item) => item.type === 'TRANSACTION')
  // The same gateway fails for the section above, which says so.
  if (!entries && error) return null
  return (
    <Section
      className={classes.section}
      title="Recent activity"
      note={<PastSource past={data?.pages[0]?.past} />}
      end={
        <Link to={paths.history} search={toSafeSearch({ chain, address })}>
          History
        </Link>
      }
    >
      {!entries && <LoadingRows count={3} />}
      {entries?.length === 0 && (
        <p className={classes.nothing}>No activity yet.</p>
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
