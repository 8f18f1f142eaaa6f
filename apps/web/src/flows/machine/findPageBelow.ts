import type { Address } from 'viem'
import { type Path, paths } from '../../lib/paths.js'
import type { AppSearch } from '../../lib/searchText.js'
import { readTransactionId } from '../../lib/transactionId.js'

/**
 * Where whoever closes a flow comes out: the page that it stood on, also where
 * that is about one thing. What the flow itself was about may be another safe's,
 * or nothing that has a page: then the list shows it.
 */
export function findPageBelow({
  pathname,
  search: { safe, appUrl, id, messageHash },
  address,
}: {
  pathname: string
  search: AppSearch
  address: Address
}): { to: Path | '.'; search: AppSearch } {
  const search = {
    ...(safe === undefined ? {} : { safe }),
    ...(appUrl === undefined ? {} : { appUrl }),
  }
  if (pathname === paths.transaction) {
    const isForeign = id && (readTransactionId(id)?.safe ?? address) !== address
    return id && !isForeign
      ? { to: '.', search: { ...search, id } }
      : { to: paths.queue, search }
  }
  if (pathname === paths.message)
    return messageHash
      ? { to: '.', search: { ...search, messageHash } }
      : { to: paths.messages, search }
  return { to: '.', search }
}
