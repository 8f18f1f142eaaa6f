import type { EndpointWire } from '@covault/api'
import {
  getServiceBalances,
  getServiceToken,
  listServiceBalances,
  listServiceCollectibles,
  listServiceTokenLists,
  listServiceTokens,
} from '@covault/api/transaction-service'
import type { FastifyInstance } from 'fastify'
import type { Address } from 'viem'
import { listTokens } from '../assets/listTokens.js'
import { type BalanceItem, readBalances } from '../assets/readBalances.js'
import {
  type CollectibleItem,
  readCollectiblesPage,
} from '../assets/readCollectibles.js'
import { readSafeState } from '../commands/readSafeState.js'
import type { Context } from '../context.js'
import { NotFoundFailure } from '../failures.js'
import { readOrdering, readPlace, toPage, toPageOf } from './paging.js'
import { serve, serveShared } from './serve.js'
import { toToken } from './wire/transfer.js'

type BalanceWire = EndpointWire<typeof getServiceBalances>[number]
type CollectibleWire = EndpointWire<
  typeof listServiceCollectibles
>['results'][number]

export function assetRoutes(scope: FastifyInstance, context: Context): void {
  balanceRoutes(scope, context)
  tokenRoutes(scope, context)

  serve(scope, context, listServiceCollectibles, async (asked) => {
    const { chainId, params, query, url } = asked
    const { address: safe } = params
    const place = readPlace(query, listServiceCollectibles.paging)
    await readSafeState(context, { chainId, safe })
    const { count, items, next } = await readCollectiblesPage(context.assets, {
      chainId,
      safe,
      ...readWanted(query),
      ...place,
    })
    return {
      ...toPage(url, place, {
        count,
        last: next ?? undefined,
        results: items.map(toCollectible),
      }),
      count,
    }
  })
}

function balanceRoutes(scope: FastifyInstance, context: Context): void {
  serveShared(scope, context, getServiceBalances, (asked) =>
    readItems(context, { ...asked, safe: asked.params.address }),
  )
  serveShared(scope, context, listServiceBalances, async (asked) => {
    const { params, query, url } = asked
    const place = readPlace(query, listServiceBalances.paging)
    const safe = params.address
    return toPageOf(url, place, await readItems(context, { ...asked, safe }))
  })
}

function tokenRoutes(scope: FastifyInstance, context: Context): void {
  serve(scope, context, listServiceTokens, async (asked) => {
    const { chainId, query, url } = asked
    const place = readPlace(query, listServiceTokens.paging)
    const order = readOrdering(query.ordering, ['name', 'symbol', 'address'])
    const { by, descending } = order ?? { by: 'name', descending: false }
    const tokens = await listTokens(context.assets, chainId)
    const found = tokens
      .filter((token) => isWanted(token, query))
      .sort((a, b) => compare(a, b, by) * (descending ? -1 : 1))
    return toPageOf(url, place, found.map(toToken))
  })

  serve(scope, context, listServiceTokenLists, ({ query, url }) =>
    toPageOf(url, readPlace(query, listServiceTokenLists.paging), []),
  )

  serve(scope, context, getServiceToken, async ({ chainId, params }) => {
    const { address } = params
    const tokens = await context.readTokens({ chainId, addresses: [address] })
    const token = tokens.get(address)
    if (!token) throw new NotFoundFailure()
    return toToken(token)
  })
}

type Wanted = {
  trusted?: boolean | undefined
  exclude_spam?: boolean | undefined
}

function readWanted({ trusted, exclude_spam }: Wanted) {
  return { trusted: trusted ?? false, excludeSpam: exclude_spam ?? false }
}

async function readItems(
  context: Context,
  parameters: { chainId: number; safe: Address; query: Wanted },
): Promise<BalanceWire[]> {
  const { chainId, safe, query } = parameters
  await readSafeState(context, { chainId, safe })
  const { items } = await readBalances(context.assets, {
    chainId,
    safe,
    currency: 'USD',
    ...readWanted(query),
  })
  return items.map(toBalance)
}

function toBalance({ tokenInfo, balance }: BalanceItem): BalanceWire {
  const { type, address, name, symbol, decimals, logoUri } = tokenInfo
  const isNative = type === 'NATIVE_TOKEN'
  return {
    tokenAddress: isNative ? null : address,
    token: isNative
      ? null
      : { name, symbol, decimals: decimals ?? 0, logoUri: logoUri || null },
    balance: String(balance),
  }
}

function toCollectible(item: CollectibleItem): CollectibleWire {
  return {
    address: item.address,
    tokenName: item.tokenName,
    tokenSymbol: item.tokenSymbol,
    logoUri: item.logoUri,
    id: String(item.id),
    uri: item.uri,
    name: item.name,
    description: item.description,
    imageUri: item.imageUri,
    metadata: item.metadata,
  }
}

type TokenRow = Awaited<ReturnType<typeof listTokens>>[number]

function isWanted(
  { address, name, symbol, decimals }: TokenRow,
  query: {
    search?: string | undefined
    address?: Address | undefined
    name?: string | undefined
    symbol?: string | undefined
    decimals?: number | undefined
    decimals__lt?: number | undefined
    decimals__gt?: number | undefined
  },
): boolean {
  const search = query.search?.toLowerCase() ?? ''
  const below = query.decimals__lt ?? Number.POSITIVE_INFINITY
  const above = query.decimals__gt ?? -1
  return (
    [address, name, symbol].some((text) =>
      text.toLowerCase().includes(search),
    ) &&
    (query.address ?? address) === address &&
    (query.name ?? name) === name &&
    (query.symbol ?? symbol) === symbol &&
    (query.decimals ?? decimals) === decimals &&
    (decimals ?? 0) < below &&
    (decimals ?? 0) > above
  )
}

/** Two of the same name stand in the order of their addresses. */
function compare(
  a: TokenRow,
  b: TokenRow,
  by: 'name' | 'symbol' | 'address',
): number {
  if (a[by] !== b[by]) return a[by] < b[by] ? -1 : 1
  return a.address < b.address ? -1 : 1
}
