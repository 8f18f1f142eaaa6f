import { useQuery } from '@tanstack/react-query'
import { isAlone } from '../queries/gateway.js'
import { livenessQuery } from '../queries/health.js'

/** `away`: there is one, and it does not answer; `none`: the page has none. */
export type GatewayState = 'heard' | 'away' | 'none'

/**
 * Whether a list of the gateway's is its present word. The watch over the
 * gateway asks; here its last answer is read.
 */
export function useGatewayState(error: unknown): GatewayState {
  const { isError } = useQuery({ ...livenessQuery, enabled: false })
  if (isAlone) return 'none'
  return isError || error ? 'away' : 'heard'
}
