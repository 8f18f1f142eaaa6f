import type { Endpoint } from './endpoint.js'
import * as about from './endpoints/about.js'
import * as administration from './endpoints/administration.js'
import * as appConfig from './endpoints/appConfig.js'
import * as auth from './endpoints/auth.js'
import * as balances from './endpoints/balances.js'
import * as bridges from './endpoints/bridges.js'
import * as chains from './endpoints/chains.js'
import * as collectibles from './endpoints/collectibles.js'
import * as comments from './endpoints/comments.js'
import * as contracts from './endpoints/contracts.js'
import * as dataDecoder from './endpoints/dataDecoder.js'
import * as delegates from './endpoints/delegates.js'
import * as drafts from './endpoints/drafts.js'
import * as health from './endpoints/health.js'
import * as live from './endpoints/live.js'
import * as masterCopies from './endpoints/masterCopies.js'
import * as messages from './endpoints/messages.js'
import * as moveIn from './endpoints/moveIn.js'
import * as movements from './endpoints/movements.js'
import * as names from './endpoints/names.js'
import * as notices from './endpoints/notices.js'
import * as notOffered from './endpoints/notOffered.js'
import * as owners from './endpoints/owners.js'
import * as rpc from './endpoints/rpc.js'
import * as safeApps from './endpoints/safeApps.js'
import * as safes from './endpoints/safes.js'
import * as tokens from './endpoints/tokens.js'
import * as transactions from './endpoints/transactions.js'
import * as valueHistory from './endpoints/valueHistory.js'

/**
 * Every call by resource and name. Only servers, documentation and tests want
 * all of them: a client imports the ones it makes.
 */
export const allEndpoints = {
  about: listEndpoints(about),
  administration: listEndpoints(administration),
  appConfig: listEndpoints(appConfig),
  auth: listEndpoints(auth),
  balances: listEndpoints({ ...balances, ...valueHistory }),
  bridges: listEndpoints(bridges),
  chains: listEndpoints(chains),
  collectibles: listEndpoints(collectibles),
  comments: listEndpoints(comments),
  contracts: listEndpoints(contracts),
  dataDecoder: listEndpoints(dataDecoder),
  delegates: listEndpoints(delegates),
  drafts: listEndpoints(drafts),
  health: listEndpoints(health),
  live: listEndpoints(live),
  masterCopies: listEndpoints(masterCopies),
  messages: listEndpoints(messages),
  moveIn: listEndpoints(moveIn),
  movements: listEndpoints(movements),
  names: listEndpoints(names),
  notices: listEndpoints(notices),
  notOffered: listEndpoints(notOffered),
  owners: listEndpoints(owners),
  rpc: listEndpoints(rpc),
  safeApps: listEndpoints(safeApps),
  safes: listEndpoints(safes),
  tokens: listEndpoints(tokens),
  transactions: listEndpoints(transactions),
}

type EndpointsOf<exports> = {
  [name in keyof exports as exports[name] extends Endpoint
    ? name
    : never]: exports[name]
}

/** A file of endpoints exports their schemas and types as well. */
function listEndpoints<exports extends object>(
  exports: exports,
): EndpointsOf<exports> {
  return Object.fromEntries(
    Object.entries(exports).filter(([, each]) => isEndpoint(each)),
  ) as EndpointsOf<exports>
}

function isEndpoint(value: unknown): value is Endpoint {
  return (
    typeof value === 'object' &&
    value !== null &&
    'method' in value &&
    'path' in value
  )
}
