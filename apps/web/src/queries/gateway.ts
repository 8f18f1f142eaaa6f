import {
  createClient,
  isUnanswered,
  NoGatewayError,
  type StandIn,
} from '@covault/api'
import { isFromFolder } from '../lib/servedFrom.js'
import { environment } from '../preferences/environment.js'
import { fetchEarly } from '../trust/early.js'
import { watchCleared } from '../trust/served/servedRelease.js'

/** Says `unreachable` as soon as one attempt of any call is not answered, and `over`. */
export const gatewayTrouble = new EventTarget()

export function reportTrouble(error: unknown): void {
  if (error instanceof NoGatewayError) return
  if (isUnanswered(error))
    gatewayTrouble.dispatchEvent(new Event('unreachable'))
}

const { gatewayUrl } = environment.read()

/** The page comes from a folder, and the reader chose no gateway. */
export const isAlone = gatewayUrl === null && isFromFolder()

// The app provides it: what it reads lies above this room.
let standIn: StandIn | undefined

/** Who answers from the chain what the gateway does not. */
export function provideStandIn(provided: StandIn): void {
  standIn = provided
}

/**
 * The gateway is the server of this page, unless the reader chose another.
 * Choosing loads the document again, so it is read once. Calls give up early:
 * the page says what is wrong, the probe keeps trying, and everything is asked
 * again when it gets through.
 */
export const gateway = createClient({
  baseUrl: isAlone ? null : (gatewayUrl ?? ''),
  retryLimit: 2,
  timeout: 20_000,
  onAttempt: ({ error }) => reportTrouble(error),
  fetch: fetchWatched,
  standIn: async (call) => standIn?.(call),
})

let ask = fetchEarly

/** The page provides it when it stands: who asks a gateway that may be silent. */
export function provideFetch(provided: typeof fetchEarly): void {
  ask = provided
}

async function fetchWatched(
  ...asked: Parameters<typeof fetchEarly>
): Promise<Response> {
  const reply = await ask(...asked)
  watchCleared(reply)
  return reply
}

/** For where the gateway's own word counts, and no reading of the chain does. */
export const gatewayItself = { ...gateway, standIn: undefined }
