import { useQuery } from '@tanstack/react-query'
import { FiatAmount } from '../../components/FiatAmount.js'
import { FailedList, LoadingRows } from '../../components/ListStates.js'
import { type OpenSafe, SafeGate } from '../../components/SafeGate.js'
import { usePageTitle } from '../../components/scope.js'
import { formatAmount } from '../../lib/formatAmount.js'
import { formatCount } from '../../lib/formatCount.js'
import { appearance } from '../../preferences/appearance.js'
import { usePreference } from '../../preferences/preference.js'
import { balancesQuery } from '../../queries/balances.js'
import { collectiblesQuery } from '../../queries/collectibles.js'
import { EmptyState } from '../../ui/EmptyState.js'
import { Mark } from '../../ui/Mark.js'
import { PageHead } from '../../ui/PageHead.js'
import { Seal } from '../../ui/Seal.js'
import { SectionHead } from '../../ui/SectionHead.js'
import classes from './AssetsScreen.module.css'

export function TokensScreen() {
  usePageTitle('Tokens')
  return <SafeGate>{(open) => <Tokens open={open} />}</SafeGate>
}

function Tokens({ open: { chain, address } }: { open: OpenSafe }) {
  const { currency } = usePreference(appearance)
  const { data, error, refetch } = useQuery(
    balancesQuery({ chainId: chain.chainId, address, currency }),
  )
  return (
    <>
      <PageHead title="Tokens">
        {data && formatCount(data.items.length, 'token')}
      </PageHead>
      {!data && !error && <LoadingRows />}
      {!data && error && (
        <FailedList
          title="Balances could not be loaded."
          error={error}
          onRetry={refetch}
        >
          What the safe holds is on chain and safe there. The list comes back as
          soon as the gateway answers.
        </FailedList>
      )}
      {data && (
        <section aria-labelledby="tokens">
          <SectionHead
            id="tokens"
            title="Tokens"
            note="balances and prices as the gateway says"
          />
          <ul>
            {data.items.map(({ tokenInfo, balance, fiatBalance }) => {
              const { integer, fraction } = formatAmount(
                balance,
                tokenInfo.decimals ?? 0,
              )
              return (
                <li key={tokenInfo.address} className={classes.row}>
                  <Mark address={tokenInfo.address} size={32} />
                  <span className={classes.name}>
                    <b>{tokenInfo.name}</b>{' '}
                    <span className={classes.quiet}>{tokenInfo.symbol}</span>
                  </span>
                  <span className={classes.number}>
                    {integer}
                    {fraction && (
                      <span className={classes.quiet}>.{fraction}</span>
                    )}
                  </span>
                  <span className={classes.number}>
                    <FiatAmount
                      value={Number(fiatBalance)}
                      currency={currency}
                    />
                  </span>
                </li>
              )
            })}
          </ul>
          <p className={classes.total}>
            <span>Total, {currency.toUpperCase()}</span>
            <FiatAmount value={Number(data.fiatTotal)} currency={currency} />
          </p>
        </section>
      )}
    </>
  )
}

export function CollectiblesScreen() {
  usePageTitle('Collectibles')
  return <SafeGate>{(open) => <Collectibles open={open} />}</SafeGate>
}

function Collectibles({ open: { chain, address } }: { open: OpenSafe }) {
  const { data, error, refetch } = useQuery(
    collectiblesQuery({ chainId: chain.chainId, address }),
  )
  return (
    <>
      <PageHead title="Collectibles">
        {data && formatCount(data.results.length, 'collectible')}
      </PageHead>
      {!data && !error && <LoadingRows />}
      {!data && error && (
        <FailedList
          title="Collectibles could not be loaded."
          error={error}
          onRetry={refetch}
        >
          They are on chain and safe there. The list comes back as soon as the
          gateway answers.
        </FailedList>
      )}
      {data?.results.length === 0 && (
        <EmptyState
          picture={<Seal address={address} state="open" size={72} />}
          title="No collectible yet."
        >
          What this safe receives of that kind is shown here with its collection
          and its number.
        </EmptyState>
      )}
      {data && data.results.length > 0 && (
        <section aria-labelledby="collectibles">
          <SectionHead
            id="collectibles"
            title="Collectibles"
            note="as the gateway says"
          />
          <ul>
            {data.results.map((item) => (
              <li key={`${item.address}:${item.id}`} className={classes.row}>
                <Mark address={item.address} size={32} />
                <span className={classes.name}>
                  <b>{item.name ?? item.tokenName}</b>{' '}
                  <span className={classes.quiet}>{item.tokenSymbol}</span>
                </span>
                <span className={classes.number}>{String(item.id)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
