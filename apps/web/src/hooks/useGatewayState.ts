import { isUnanswered } from '@covault/api'
import { useQuery } from '@tanstack/react-query'
import { isAlone } from '../queries/gateway.js'
import { livenessQuery } from '../queries/health.js'

/**
 * `away`: there is one, and it does not answer; `unread`: it does, but not with
 * its list; `none`: the page has none.
 */
export type GatewayState = 'heard' | 'away' | 'unread' | 'none'

/** What a list was told; without one, whether the gateway answers at all. */
type Told = { error: unknown; isFetchNextPageError: boolean }

/**
 * Whether a list of the gateway's is its present word. The watch over the
 * gateway asks; here its last answer is read.
 */
export function useGatewayState(
  { error, isFetchNextPageError }: Told = {
    error: null,
    isFetchNextPageError: false,
  },
): GatewayState {
  const { isError } = useQuery({ ...livenessQuery, enabled: false })
  if (isAlone) return 'none'
  if (isError || isUnanswered(error)) return 'away'
  // What comes before a page that failed was listed.
  return error && !isFetchNextPageError ? 'unread' : 'heard'
}
