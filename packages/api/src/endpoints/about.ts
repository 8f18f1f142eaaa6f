import * as z from 'zod/mini'
import { acceptNull, chainId, milliseconds, orNull } from '../codecs.js'
import { defineEndpoint } from '../endpoint.js'

const program = {
  name: z.string(),
  version: orNull(z.string()),
  buildNumber: orNull(z.string()),
}

export const about = z.object(program)
export type About = z.output<typeof about>

export const getAbout = defineEndpoint({
  method: 'GET',
  path: '/about',
  summary: 'Name and version of the gateway',
  response: about,
})

export const getChainAbout = defineEndpoint({
  method: 'GET',
  path: '/v1/chains/{chainId}/about',
  summary: 'Name and version of the service for a chain',
  params: z.object({ chainId }),
  response: z.object({ transactionServiceBaseUri: z.string(), ...program }),
})

const block = acceptNull(z.number())
/** ISO-8601. */
const time = acceptNull(z.string())
const synced = acceptNull(z.boolean())

export const indexingStatus = z.object({
  currentBlockNumber: block,
  currentBlockTimestamp: time,
  erc20BlockNumber: block,
  erc20BlockTimestamp: time,
  erc20Synced: synced,
  masterCopiesBlockNumber: block,
  masterCopiesBlockTimestamp: time,
  masterCopiesSynced: synced,
  synced: z.boolean(),
  lastSync: milliseconds,
})
export type IndexingStatus = z.output<typeof indexingStatus>

export const getIndexingStatus = defineEndpoint({
  method: 'GET',
  path: '/v1/chains/{chainId}/about/indexing',
  summary: 'How far a chain is indexed',
  params: z.object({ chainId }),
  response: indexingStatus,
})
