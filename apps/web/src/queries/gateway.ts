import { createClient, GatewayUnreachableError } from '@covault/api'
import { environment } from '../preferences/environment.js'

/** Says `unreachable` as soon as one attempt of any call found nobody. */
export const gatewayTrouble = new EventTarget()

export function reportTrouble(error: unknown): void {
  if (error instanceof GatewayUnreachableError)
    gatewayTrouble.dispatchEvent(new Event('unreachable'))
}

/**
 * The gateway is whoever served this page, unless the reader chose another.
 * Choosing loads the document again, so it is read once. Calls give up early:
 * the page says what is wrong, the probe keeps trying, and everything is asked
 * again when it gets through.
 */
export const gateway = createClient({
  baseUrl: environment.read().gatewayUrl ?? '',
  retryLimit: 2,
  timeout: 20_000,
  onAttempt: ({ error }) => reportTrouble(error),
})
