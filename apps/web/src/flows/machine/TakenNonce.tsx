import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ProvenanceMark } from '../../components/ProvenanceMark.js'
import { useNameOf } from '../../hooks/useNameOf.js'
import { paths } from '../../lib/paths.js'
import { toSafeSearch } from '../../lib/safeParameter.js'
import { queueQuery } from '../../queries/transactions.js'
import { gatewaySays } from '../../trust/provenance.js'
import type { SafePlace } from '../../understand/safe/safePlace.js'
import { describeReported } from '../../understand/tell/reported.js'
import classes from './TakenNonce.module.css'

/** What waits at the nonce that was asked for, and could not run any more. */
export function TakenNonce({
  place,
  nonce,
}: {
  place: SafePlace
  nonce: string
}) {
  const { chain, address } = place
  const nameOf = useNameOf(place)
  const { data } = useInfiniteQuery(
    queueQuery({ chainId: chain.chainId, address }),
  )
  const taken = (data?.pages ?? [])
    .flatMap(({ results }) => results)
    .flatMap((item) =>
      item.type === 'TRANSACTION' &&
      item.transaction.executionInfo?.type === 'MULTISIG' &&
      String(item.transaction.executionInfo.nonce) === nonce
        ? item.transaction
        : [],
    )
  if (taken.length === 0) return null
  return (
    <aside className={classes.taken} aria-label={`At nonce ${nonce}`}>
      <p>
        Takes the place of what waits at nonce {nonce}:{' '}
        <ProvenanceMark of={gatewaySays} />
      </p>
      <ul>
        {taken.map((transaction) => (
          <li key={transaction.id}>
            <Link
              to={paths.transaction}
              search={{ ...toSafeSearch(place), id: transaction.id }}
              target="_blank"
            >
              {describeReported(transaction, {
                nativeSymbol: chain.nativeCurrency.symbol,
                nameOf,
              })}
            </Link>
          </li>
        ))}
      </ul>
      <p>
        Only one at a nonce can run. Signatures that were given for the others
        stay valid until this one is executed.
      </p>
    </aside>
  )
}
