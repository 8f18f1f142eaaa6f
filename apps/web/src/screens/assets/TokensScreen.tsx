import { Button } from '@mantine/core'
import { useState } from 'react'
import { PendingList } from '../../components/ListStates.js'
import { type OpenSafe, SafeGate } from '../../components/SafeGate.js'
import { usePageTitle } from '../../hooks/scope.js'
import { firstBalances, usePortfolio } from '../../hooks/usePortfolio.js'
import { openFlow } from '../../lib/flowSearch.js'
import { usePreference } from '../../preferences/preference.js'
import { tokenPreferences } from '../../preferences/tokens.js'
import { type AskFirst, askAhead } from '../../queries/askAhead.js'
import { safeQuery } from '../../trust/safe.js'
import { LinkButton } from '../../ui/LinkButton.js'
import { PageHead } from '../../ui/PageHead.js'
import { Remark } from '../../ui/Remark.js'
import type { Portfolio } from '../../understand/safe/portfolio.js'
import { missing } from '../../words/outages.js'
import { TokenFilters } from './TokenFilters.js'
import { TokenSources } from './TokenSources.js'
import classes from './TokensScreen.module.css'
import { TokenTable } from './TokenTable.js'

export const askFirst: AskFirst = (queries, place, chain) => {
  void queries.prefetchQuery(safeQuery(chain, place.address))
  return [askAhead(queries, firstBalances(place))]
}

export function TokensScreen() {
  usePageTitle('Tokens')
  return <SafeGate>{(open) => <Tokens open={open} />}</SafeGate>
}

function Tokens({ open }: { open: OpenSafe }) {
  const held = usePortfolio(open)
  const { portfolio, provenance, isFromChain, currency, error, refetch } = held
  const { trustedOnly } = usePreference(tokenPreferences)
  const [showsHidden, setShowsHidden] = useState(false)
  return (
    <>
      <PageHead
        title="Tokens"
        actions={
          portfolio && (
            <>
              <Button
                variant="default"
                disabled={portfolio.hidden.length === 0 && !showsHidden}
                aria-expanded={showsHidden}
                onClick={() => setShowsHidden(!showsHidden)}
              >
                {showsHidden ? 'Done' : 'Manage hidden tokens'}
              </Button>
              <LinkButton to="." search={openFlow('send-tokens')}>
                Send
              </LinkButton>
            </>
          )
        }
      >
        {portfolio && describeCounts(portfolio, currency)}
      </PageHead>
      <div className={classes.tools}>
        <TokenFilters />
        {portfolio && <TokenSources {...held} />}
      </div>
      {!portfolio && (
        <PendingList
          title="Can’t load balances."
          error={error}
          onRetry={refetch}
        >
          Your tokens are still on the chain. The list returns when the gateway
          answers.
        </PendingList>
      )}
      {portfolio?.hasNoPrices && (
        <div className={classes.remark}>
          {isFromChain ? (
            <Remark kind="info">{missing.prices}</Remark>
          ) : (
            <Remark kind="warn">
              No prices available. Balances aren’t affected. Values appear again
              when there are prices.
            </Remark>
          )}
        </div>
      )}
      {portfolio && (
        <TokenTable
          chain={open.chain}
          currency={currency}
          holdings={portfolio.shown}
          // A sum of nothing known would look like nothing owned.
          total={portfolio.hasNoPrices ? undefined : portfolio.total}
          unpriced={portfolio.unpriced}
          // Until the chain has answered, nothing was compared.
          isCompared={provenance !== undefined}
        />
      )}
      {portfolio && showsHidden && portfolio.hidden.length > 0 && (
        <TokenTable
          title="Hidden by you"
          chain={open.chain}
          currency={currency}
          holdings={portfolio.hidden}
          isCompared={provenance !== undefined}
        />
      )}
      {portfolio && (
        <p className={classes.footnote}>
          Prices are for display only.{' '}
          {trustedOnly
            ? `Only tokens that ${isFromChain ? 'this page' : 'the gateway'} lists as trusted are shown. Others may be fakes or advertisements.`
            : 'All tokens are shown. Some may be fakes or advertisements.'}
        </p>
      )}
    </>
  )
}

function describeCounts(
  { shown, hidden, dust }: Portfolio,
  currency: string,
): string {
  return [
    `${shown.length} shown`,
    hidden.length > 0 && `${hidden.length} hidden`,
    dust.length > 0 &&
      `${dust.length} below 1 ${currency.toUpperCase()} and part of the total`,
  ]
    .filter(Boolean)
    .join(', ')
}
