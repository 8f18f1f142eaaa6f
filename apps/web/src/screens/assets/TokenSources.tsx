import { ProvenanceMark } from '../../components/ProvenanceMark.js'
import type { usePortfolio } from '../../hooks/usePortfolio.js'
import { formatTime } from '../../lib/formatTime.js'
import { computedHere, gatewaySays } from '../../trust/provenance.js'
import classes from './TokensScreen.module.css'

/** Who tells which part of the list. */
export function TokenSources({
  provenance,
  isFromChain,
  pricedAt,
}: Pick<
  ReturnType<typeof usePortfolio>,
  'provenance' | 'isFromChain' | 'pricedAt'
>) {
  return (
    <p className={classes.sources}>
      {provenance && (
        <>
          <span className={classes.what}>amounts and symbols:</span>{' '}
          <ProvenanceMark of={provenance} />
        </>
      )}
      {isFromChain ? (
        <ProvenanceMark of={computedHere}>
          list: tokens that this browser knows
        </ProvenanceMark>
      ) : (
        <ProvenanceMark of={gatewaySays}>
          list, names and prices: reported by the gateway,{' '}
          {formatTime(pricedAt)}
        </ProvenanceMark>
      )}
    </p>
  )
}
