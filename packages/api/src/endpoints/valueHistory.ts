import * as z from 'zod/mini'
import {
  address,
  chainId,
  decimal,
  milliseconds,
  openEnum,
  orElse,
  orNull,
  uint,
} from '../codecs.js'
import { defineEndpoint } from '../endpoint.js'
import { transferDirections } from '../enumerations.js'
import { tokenInfo } from '../schemas/tokenInfo.js'

export const valuePeriods = ['week', 'month', 'quarter', 'year', 'all'] as const
export type ValuePeriod = (typeof valuePeriods)[number]

export const valueHistory = z.object({
  /** Days that one point covers. */
  step: z.number(),
  /** Oldest first; the last one is now. */
  points: z.array(
    z.object({
      at: milliseconds,
      /** Null on days of which a price is not known. */
      value: orNull(decimal),
      /** What came and went since the point before. */
      incoming: decimal,
      outgoing: decimal,
    }),
  ),
  /** The transfers that moved most, at most three, oldest first. */
  largest: z.array(
    z.object({
      at: milliseconds,
      direction: openEnum(transferDirections),
      amount: uint,
      tokenInfo,
      counterparty: address,
      value: decimal,
    }),
  ),
})
export type ValueHistory = z.output<typeof valueHistory>

export const getValueHistory = defineEndpoint({
  method: 'GET',
  path: '/v1/chains/{chainId}/safes/{address}/value-history/{currency}',
  summary: 'Daily value of the listed tokens of a safe',
  params: z.object({ chainId, address, currency: z.string() }),
  paramDefaults: { currency: 'usd' },
  query: z.object({ period: orElse(z.enum(valuePeriods), 'quarter') }),
  touchedBy: ['balance', 'history'],
  response: valueHistory,
})
