import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Address } from 'viem'
import { useSafeScope } from '../hooks/scope.js'
import { useFindName } from '../hooks/useFindName.js'
import { formatAddress } from '../lib/formatAddress.js'
import { paths } from '../lib/paths.js'
import { toSafeSearch } from '../lib/safeParameter.js'
import { accountQuery } from '../wallet/account.js'
import { owningSafesQuery } from '../wallet/owningSafes.js'
import classes from './OwnerTrail.module.css'

/** Through which safes the reader owns this one, from the own one down. */
export function OwnerTrail() {
  const scope = useSafeScope()
  const { data: account = null } = useQuery(accountQuery)
  const { data = [] } = useQuery(
    owningSafesQuery(scope && { ...scope, account }),
  )
  const findName = useFindName()
  const [shortest] = [...data].sort(
    (one, other) => one.trail.length - other.trail.length,
  )
  if (!scope || !shortest) return null
  const { chain } = scope
  const name = (address: Address) =>
    findName({ chainId: chain.chainId, address }) ??
    formatAddress(address, { digits: 4 })
  return (
    <nav aria-label="Owning safes" className={classes.trail}>
      <ol>
        {shortest.trail.map((address) => (
          <li key={address}>
            <Link to={paths.home} search={toSafeSearch({ chain, address })}>
              {name(address)}
            </Link>
          </li>
        ))}
        <li aria-current="page">{name(scope.address)}</li>
      </ol>
    </nav>
  )
}
