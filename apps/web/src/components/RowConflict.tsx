import { useInfiniteQuery } from '@tanstack/react-query'
import { useNameOf } from '../hooks/useNameOf.js'
import { toForeignText } from '../lib/foreignText.js'
import { formatCount } from '../lib/formatCount.js'
import { keepTogether } from '../lib/keepTogether.js'
import { queueQuery } from '../queries/transactions.js'
import { Status } from '../ui/Status.js'
import { listTransaction } from '../understand/rows/listedRow.js'
import type { OpenPlace } from '../understand/safe/safePlace.js'
import {
  describeReported,
  reportsRejection,
} from '../understand/tell/reported.js'
import { nameConflicting } from '../words/nonces.js'

/** What else the loaded queue has at the nonce of a row. */
export function RowConflict({
  place,
  id,
  nonce,
}: {
  place: OpenPlace
  id: string
  nonce: bigint | undefined
}) {
  const { chain, address } = place
  const { nativeCurrency } = chain
  const nameOf = useNameOf(place)
  const { data: others } = useInfiniteQuery({
    ...queueQuery({ chainId: chain.chainId, address }),
    // Every row of a page looks here for its rivals.
    staleTime: 1000,
    select: ({ pages }) =>
      pages
        .flatMap(({ results }) => results)
        .flatMap((item) =>
          item.type === 'TRANSACTION' ? item.transaction : [],
        )
        .filter(
          (one) => one.id !== id && listTransaction(one)?.said.nonce === nonce,
        ),
  })
  if (nonce === undefined) return null
  return others?.map((one) => {
    const said = listTransaction(one)?.said
    const name = nameConflicting({
      headline: describeReported(one, { nativeCurrency, nameOf }),
      nonce,
      isRejection: reportsRejection(one.txInfo),
    })
    const note = one.note ? ` (“${toForeignText(one.note, 200)}”)` : ''
    const count = said
      ? `, ${said.signed} of ${formatCount(said.required, 'signature')}`
      : ''
    return (
      <Status key={one.id} kind="warn" isSentence>
        {keepTogether(`Conflicts with: ${name}${note}${count}`)}
      </Status>
    )
  })
}
