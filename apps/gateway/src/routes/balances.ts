import {
  type EndpointWire,
  getBalances,
  getFiatCodes,
  getValueHistory,
} from '@covault/api'
import type { FastifyInstance } from 'fastify'
import { type BalanceItem, readBalances } from '../assets/readBalances.js'
import { readValueHistory } from '../assets/readValueHistory.js'
import { readFollowed, readSafeState } from '../commands/readSafeState.js'
import type { Context } from '../context.js'
import { fiatCodes } from '../fiatCodes.js'
import { route, sharedRoute } from '../http/route.js'
import { ofAddress } from './safeOf.js'
import { watchNodes } from './watchNodes.js'

/** Hosts that tell prices are asked once a minute. */
const pricesKeptMs = 60_000

type ItemWire = EndpointWire<typeof getBalances>['items'][number]

export function balanceRoutes(app: FastifyInstance, context: Context): void {
  route(app, getFiatCodes, () => [...fiatCodes])

  sharedRoute(
    app,
    getBalances,
    ofAddress(context),
    async ({ params, query, keep }) => {
      const { chainId, address: safe, currency } = params
      const isAnswered = watchNodes(context, chainId)
      const { followed } = await readFollowed(context, { chainId, safe })
      const { block, mostMs, fiatTotal, items } = await readBalances(
        context.assets,
        {
          chainId,
          safe,
          currency,
          trusted: query.trusted,
          excludeSpam: query.exclude_spam,
        },
      )
      // What is received without a log is in no row.
      if (followed && isAnswered())
        keep({ block: block.hash, mostMs: Math.min(mostMs, pricesKeptMs) })
      return { fiatTotal, items: items.map(toItem) }
    },
  )

  sharedRoute(
    app,
    getValueHistory,
    ofAddress(context),
    async ({ params, query }) => {
      const { chainId, address: safe, currency } = params
      await readSafeState(context, { chainId, safe })
      return readValueHistory(context.assets, {
        chainId,
        safe,
        currency,
        period: query.period,
      })
    },
  )
}

function toItem({ tokenInfo, balance, ...item }: BalanceItem): ItemWire {
  const { type, decimals, logoUri } = tokenInfo
  return {
    tokenInfo: {
      type: type === 'UNKNOWN' ? 'ERC20' : type,
      address: tokenInfo.address,
      decimals: decimals ?? 0,
      symbol: tokenInfo.symbol,
      name: tokenInfo.name,
      logoUri: logoUri ?? '',
    },
    balance: String(balance),
    fiatBalance: item.fiatBalance,
    fiatConversion: item.fiatConversion,
    fiatBalance24hChange: item.fiatBalance24hChange,
  }
}
