import { useEffect } from 'react'
import { gatewayTrouble, provideFetch } from '../queries/gateway.js'
import { createPatientFetch } from '../queries/patience.js'
import { fetchEarly } from '../trust/early.js'

/** Nobody waits for a gateway that is known to be silent. */
export function useGatewayPatience(): void {
  useEffect(() => {
    provideFetch(
      createPatientFetch({
        ask: fetchEarly,
        onUnanswered: () =>
          gatewayTrouble.dispatchEvent(new Event('unreachable')),
      }),
    )
    return () => provideFetch(fetchEarly)
  }, [])
}
