import { useState, useSyncExternalStore } from 'react'
import { type PersonRequest, requestDesk } from '../../apps/requestDesk.js'
import type { SafePlace } from '../../understand/safe/safePlace.js'

/**
 * What the link names, as it was when the flow opened: it is off the desk when
 * it is answered, and still shown. A request for another safe is not found.
 */
export function useAskedRequest(
  id: string,
  { chain, address }: SafePlace,
): { request: PersonRequest | undefined; withdrawal: string | undefined } {
  const [request] = useState(() => {
    const found = requestDesk.find(id)
    const safe = found?.safe
    const isHere =
      !safe || (safe.chainId === chain.chainId && safe.address === address)
    return isHere ? found : undefined
  })
  const withdrawal = useSyncExternalStore(requestDesk.subscribe, () =>
    requestDesk.findWithdrawal(id),
  )
  return { request, withdrawal }
}
