import * as z from 'zod/mini'
import {
  address,
  booleanText,
  chainId,
  count,
  decimal,
  hash,
  hex,
  nonce,
  openEnum,
  orElse,
  orNull,
  uint,
} from '../codecs.js'
import { defineEndpoint } from '../endpoint.js'
import { implementationVersionStates } from '../enumerations.js'
import { addressInfo } from '../schemas/addressInfo.js'
import { dataDecoded } from '../schemas/dataDecoded.js'
import { safeReferences } from '../schemas/safeReference.js'

const params = z.object({ chainId, address })

/** Seconds as text. A tag that changed means: fetch that list again. */
const tag = orNull(z.string())

export const safeInfo = z.object({
  address: addressInfo,
  chainId,
  nonce,
  threshold: count,
  owners: z.array(addressInfo),
  implementation: addressInfo,
  implementationVersionState: openEnum(implementationVersionStates),
  /** Null, not empty, when there are none. */
  modules: orNull(z.array(addressInfo)),
  fallbackHandler: orNull(addressInfo),
  guard: orNull(addressInfo),
  version: orNull(z.string()),
  collectiblesTag: tag,
  txQueuedTag: tag,
  txHistoryTag: tag,
  messagesTag: tag,
})
export type SafeInfo = z.output<typeof safeInfo>

export const getSafe = defineEndpoint({
  method: 'GET',
  path: '/v1/chains/{chainId}/safes/{address}',
  summary: 'Owners, threshold, nonce and contracts of a safe',
  params,
  response: safeInfo,
})

export const safeOverview = z.object({
  address: addressInfo,
  chainId,
  threshold: count,
  owners: z.array(addressInfo),
  fiatTotal: decimal,
  queued: count,
  /** Null when no wallet was named. */
  awaitingConfirmation: orNull(count),
})
export type SafeOverview = z.output<typeof safeOverview>

/** Servers look at the first ten safes and leave out those they cannot read. */
export const getSafeOverviews = defineEndpoint({
  method: 'GET',
  path: '/v2/safes',
  aliases: ['/v1/safes'],
  summary: 'Value and waiting transactions of several safes',
  query: z.object({
    safes: safeReferences,
    currency: orElse(z.string(), 'usd'),
    trusted: orElse(booleanText, false),
    exclude_spam: orElse(booleanText, true),
    wallet_address: z.optional(address),
  }),
  touchedBy: ['queue', 'history', 'balance'],
  response: z.array(safeOverview),
})

export const getNonces = defineEndpoint({
  method: 'GET',
  path: '/v1/chains/{chainId}/safes/{address}/nonces',
  summary: 'The current nonce of the safe and the next one to propose',
  params,
  touchedBy: ['queue', 'history'],
  response: z.object({ currentNonce: nonce, recommendedNonce: nonce }),
})

export const safeCreation = z.object({
  /** ISO-8601. */
  created: z.string(),
  creator: address,
  transactionHash: hash,
  factoryAddress: address,
  masterCopy: orNull(address),
  setupData: orNull(hex),
  saltNonce: orNull(uint),
  dataDecoded: orNull(dataDecoded),
})
export type SafeCreation = z.output<typeof safeCreation>

export const getSafeCreation = defineEndpoint({
  method: 'GET',
  path: '/v1/chains/{chainId}/safes/{address}/transactions/creation',
  summary: 'The transaction that created a safe',
  params,
  response: safeCreation,
})

export const watchSafe = defineEndpoint({
  method: 'POST',
  path: '/v1/chains/{chainId}/safes/{address}/watch',
  summary: 'Index a safe and follow it from now on',
  params,
  response: z.object({ synced: z.boolean(), percent: z.number() }),
  status: 202,
  idempotent: true,
})
