import {
  IconArrowUpRight,
  IconCode,
  IconPlaylistAdd,
} from '@tabler/icons-react'
import { FiatAmount } from '../../components/FiatAmount.js'
import { ProvenanceMark } from '../../components/ProvenanceMark.js'
import { type OpenSafe, SafeGate } from '../../components/SafeGate.js'
import { usePageTitle } from '../../hooks/scope.js'
import { firstBalances, usePortfolio } from '../../hooks/usePortfolio.js'
import { capitalise } from '../../lib/capitalise.js'
import { openFlow } from '../../lib/flowSearch.js'
import {
  type AskFirst,
  askAhead,
  askPageAhead,
} from '../../queries/askAhead.js'
import { historyQuery, queueQuery } from '../../queries/transactions.js'
import { hasFeature } from '../../trust/chainFacts.js'
import { gatewaySays } from '../../trust/provenance.js'
import { safeQuery } from '../../trust/safe.js'
import { LinkButton } from '../../ui/LinkButton.js'
import { SkeletonBar } from '../../ui/SkeletonBar.js'
import { missing } from '../../words/outages.js'
import { writeUnpriced } from '../../words/unpriced.js'
import { Activity } from './Activity.js'
import { Health } from './Health.js'
import { Holdings } from './Holdings.js'
import classes from './HomeScreen.module.css'
import { Receive } from './Receive.js'
import { Waiting } from './Waiting.js'
import { Worth } from './Worth.js'

export const askFirst: AskFirst = (queries, place, chain) => {
  void queries.prefetchQuery(safeQuery(chain, place.address))
  return [
    askPageAhead(queries, queueQuery(place)),
    askAhead(queries, firstBalances(place)),
    askPageAhead(queries, historyQuery(place)),
  ]
}

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
            isFromChain={held.isFromChain}
          />
          <Health open={open} />
        </div>
      </div>
    </>
  )
}

function TotalValue({
  open,
  held: { portfolio, provenance, isFromChain, currency, error },
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
          {!isFromChain && (
            <ProvenanceMark of={gatewaySays}>prices: gateway</ProvenanceMark>
          )}
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
        {isFromChain && <p className={classes.unpriced}>{missing.prices}</p>}
        {isKnown && portfolio.unpriced.length > 0 && (
          <p className={classes.unpriced}>
            {capitalise(writeUnpriced(portfolio.unpriced))}
          </p>
        )}
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
