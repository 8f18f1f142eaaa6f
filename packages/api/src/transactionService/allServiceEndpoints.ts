import * as about from './about.js'
import * as assets from './assets.js'
import * as contracts from './contracts.js'
import * as delegates from './delegates.js'
import * as history from './history.js'
import * as messages from './messages.js'
import * as safeOperations from './safeOperations.js'
import * as safes from './safes.js'
import type { ServiceEndpoint } from './serviceEndpoint.js'
import * as transactions from './transactions.js'

/** Every call of the transaction service's API, by resource and name. */
export const allServiceEndpoints = {
  about: listEndpoints(about),
  assets: listEndpoints(assets),
  contracts: listEndpoints(contracts),
  delegates: listEndpoints(delegates),
  history: listEndpoints(history),
  messages: listEndpoints(messages),
  safeOperations: listEndpoints(safeOperations),
  safes: listEndpoints(safes),
  transactions: listEndpoints(transactions),
}

/** A file of calls exports their schemas as well. */
function listEndpoints(exports: object): Record<string, ServiceEndpoint> {
  return Object.fromEntries(
    Object.entries(exports).filter(([, each]) => isEndpoint(each)),
  )
}

function isEndpoint(value: unknown): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    'method' in value &&
    'path' in value
  )
}
