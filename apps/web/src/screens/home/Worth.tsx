import { type ValuePeriod, valuePeriods } from '@covault/api'
import { SegmentedControl } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { FiatAmount } from '../../components/FiatAmount.js'
import { ProvenanceMark } from '../../components/ProvenanceMark.js'
import { useFindName } from '../../hooks/useFindName.js'
import { valueHistoryQuery } from '../../queries/balances.js'
import { gatewaySays } from '../../trust/provenance.js'
import { latePart } from '../../ui/latePart.js'
import type { SafeScope } from '../../understand/safe/safePlace.js'
import { explainChange, type ValueChange } from './explainChange.js'
import classes from './Worth.module.css'

const ValueChart = latePart(() => import('./ValueChart.js'))

const labels: Record<ValuePeriod, string> = {
  week: '1W',
  month: '1M',
  quarter: '3M',
  year: '1Y',
  all: 'All',
}

const words: Record<ValuePeriod, string> = {
  week: 'in 7 days',
  month: 'in 30 days',
  quarter: 'in 90 days',
  year: 'in a year',
  all: 'since the beginning',
}

/** How the value came to be what it is. */
export function Worth({
  scope: { chain, address },
  currency,
}: {
  scope: SafeScope
  currency: string
}) {
  const [period, setPeriod] = useState<ValuePeriod>('quarter')
  const findName = useFindName()
  const { chainId } = chain
  const { data, isError } = useQuery(
    valueHistoryQuery({ chainId, address, currency, period }),
  )
  // Nothing had a price: a flat line at zero would say something untrue.
  const values = data?.points.flatMap(({ value }) => value ?? []) ?? []
  const isUnknown = data && values.every((value) => Number(value) === 0)
  if (isError || isUnknown) return null
  return (
    <section aria-label="Value over time" className={classes.worth}>
      <div className={classes.tools}>
        <SegmentedControl
          aria-label="Period"
          withItemsBorders={false}
          value={period}
          onChange={setPeriod}
          data={valuePeriods.map((value) => ({ value, label: labels[value] }))}
        />
        <p className={classes.change}>
          {data && (
            <Change
              change={explainChange(data.points)}
              currency={currency}
              period={words[period]}
            />
          )}
        </p>
        <ProvenanceMark of={gatewaySays}>
          transfers reported by the gateway
        </ProvenanceMark>
      </div>
      <div className={classes.place}>
        {data && (
          <Suspense>
            <ValueChart
              history={data}
              currency={currency}
              nameOf={(who) => findName({ chainId, address: who })}
            />
          </Suspense>
        )}
      </div>
    </section>
  )
}

function Change({
  change: { from, difference, moved, gained },
  currency,
  period,
}: {
  change: ValueChange
  currency: string
  period: string
}) {
  if (difference === 0n && moved === 0n) return `unchanged ${period}`
  const isUp = difference > 0n
  const size = isUp ? difference : -difference
  // Hundredths of a percent.
  const ratio = from > 0n ? (size * 10_000n) / from : undefined
  const percent =
    ratio === undefined
      ? ''
      : `(${ratio / 100n}.${String(ratio % 100n).padStart(2, '0')}%)`
  return (
    <>
      <b className={isUp ? classes.up : classes.down}>{isUp ? '+' : '−'}</b>{' '}
      <FiatAmount cents={size} currency={currency} />{' '}
      <span className={classes.quiet}>
        {percent} {period}
        {moved !== 0n && (
          <>
            : <FiatAmount cents={absolute(moved)} currency={currency} />{' '}
            {moved > 0n ? 'net paid in' : 'net paid out'},{' '}
            <FiatAmount cents={absolute(gained)} currency={currency} />{' '}
            {gained < 0n ? 'lost to' : 'gained from'} price changes
          </>
        )}
      </span>
    </>
  )
}

function absolute(cents: bigint): bigint {
  return cents < 0n ? -cents : cents
}
