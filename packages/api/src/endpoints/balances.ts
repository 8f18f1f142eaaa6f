import * as z from 'zod/mini'
import {
  address,
  booleanText,
  chainId,
  decimal,
  orElse,
  orNull,
  uint,
} from '../codecs.js'
import { defineEndpoint } from '../endpoint.js'
import { tokenInfo } from '../schemas/tokenInfo.js'

export const balances = z.object({
  fiatTotal: decimal,
  items: z.array(
    z.object({
      tokenInfo,
      balance: uint,
      fiatBalance: decimal,
      /** Price of one token, "0" when there is none. */
      fiatConversion: decimal,
      /** Percent. */
      fiatBalance24hChange: orNull(decimal),
    }),
  ),
})
export type Balances = z.output<typeof balances>

export const getBalances = defineEndpoint({
  method: 'GET',
  path: '/v1/chains/{chainId}/safes/{address}/balances/{currency}',
  summary: 'Tokens of a safe and their value',
  params: z.object({ chainId, address, currency: z.string() }),
  paramDefaults: { currency: 'usd' },
  query: z.object({
    trusted: orElse(booleanText, false),
    exclude_spam: orElse(booleanText, true),
  }),
  touchedBy: ['balance', 'history'],
  response: balances,
})

export const getFiatCodes = defineEndpoint({
  method: 'GET',
  path: '/v1/balances/supported-fiat-codes',
  summary: 'Currencies for values',
  response: z.array(z.string()),
})
