import { useQueries, useQuery } from '@tanstack/react-query'
import { useSafeScope } from '../hooks/scope.js'
import { safeQuery } from '../trust/safe.js'
import type { SafeScope } from '../understand/safe/safePlace.js'
import { accountQuery } from '../wallet/account.js'
import { reverseNameQuery } from '../wallet/reverseName.js'

/** Reads the ENS names of the owners and of the reader, for all that shows them. */
export function OwnerNames() {
  const scope = useSafeScope()
  return scope ? <NamesOf scope={scope} /> : null
}

function NamesOf({ scope: { chain, address } }: { scope: SafeScope }) {
  const { data: account } = useQuery(accountQuery)
  const { data: reading } = useQuery(safeQuery(chain, address))
  const owners = reading?.status === 'safe' ? reading.safe.owners : []
  const people = new Set([...owners, ...(account ? [account] : [])])
  useQueries({
    queries: [...people].map((person) => reverseNameQuery(chain, person)),
  })
  return null
}
