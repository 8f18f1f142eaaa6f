import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Address } from 'viem'
import { useFindName } from '../../hooks/useFindName.js'
import { formatAddress } from '../../lib/formatAddress.js'
import { choosePlural, formatCount } from '../../lib/formatCount.js'
import { paths } from '../../lib/paths.js'
import { toSafeSearch } from '../../lib/safeParameter.js'
import { queueQuery } from '../../queries/transactions.js'
import { Banner } from '../../ui/Banner.js'
import type { SafeScope } from '../../understand/safe/safePlace.js'
import { accountQuery } from '../../wallet/account.js'
import { owningSafesQuery } from '../../wallet/owningSafes.js'

/** So many owning safes are asked what waits there. */
const mostParents = 5

/**
 * What an owning safe is still to approve is not in the queue of this one yet,
 * and may be meant for the same nonce.
 */
export function WaitsInParents({ chain, address }: SafeScope) {
  const { data: account = null } = useQuery(accountQuery)
  const { data: owning = [] } = useQuery(
    owningSafesQuery({ chain, address, account }),
  )
  return owning
    .slice(0, mostParents)
    .map((parent) => (
      <WaitsInParent
        key={parent.address}
        scope={{ chain, address }}
        parent={parent.address}
      />
    ))
}

function WaitsInParent({
  scope: { chain, address },
  parent,
}: {
  scope: SafeScope
  parent: Address
}) {
  const { chainId } = chain
  const { data } = useInfiniteQuery(queueQuery({ chainId, address: parent }))
  const findName = useFindName()
  const count = (data?.pages ?? [])
    .flatMap(({ results }) => results)
    .filter(
      (item) =>
        item.type === 'TRANSACTION' &&
        item.transaction.txInfo.type === 'Custom' &&
        item.transaction.txInfo.methodName === 'approveHash' &&
        item.transaction.txInfo.to.value === address,
    ).length
  if (count === 0) return null
  const name =
    findName({ chainId, address: parent }) ??
    formatAddress(parent, { digits: 4 })
  return (
    <Banner
      kind="news"
      title={`${formatCount(count, 'approval')} for this safe ${choosePlural(count, { one: 'is', other: 'are' })} waiting in ${name}.`}
      action={
        <Link
          to={paths.queue}
          search={toSafeSearch({ chain, address: parent })}
        >
          Open its queue
        </Link>
      }
    >
      After {name} executes the approval, the transaction appears here. It may
      take the next nonce.
    </Banner>
  )
}
