import {
  type EndpointWire,
  getAllCollectibles,
  getCollectibles,
} from '@covault/api'
import type { FastifyInstance } from 'fastify'
import {
  type CollectibleItem,
  readCollectiblesPage,
} from '../assets/readCollectibles.js'
import { readSafeState } from '../commands/readSafeState.js'
import type { Context } from '../context.js'
import { readPlace, toLinks } from '../http/links.js'
import { route } from '../http/route.js'

type CollectibleWire = EndpointWire<typeof getAllCollectibles>[number]

/** Old clients take them all at once; nobody shows more. */
const mostAtOnce = 200

export function collectibleRoutes(
  app: FastifyInstance,
  context: Context,
): void {
  const { assets } = context

  route(app, getCollectibles, async ({ params, query, ...asked }) => {
    const { chainId, address: safe } = params
    await readSafeState(context, { chainId, safe })
    const place = readPlace(query.cursor, { maximum: 100 })
    const { count, items, next } = await readCollectiblesPage(assets, {
      chainId,
      safe,
      trusted: query.trusted,
      excludeSpam: query.exclude_spam,
      limit: place.limit,
      offset: place.offset,
      after: place.after,
    })
    return {
      count,
      ...toLinks(asked, place, {
        last: next ?? undefined,
        shown: items.length,
      }),
      results: items.map(toCollectible),
    }
  })

  route(app, getAllCollectibles, async ({ params, query }) => {
    const { chainId, address: safe } = params
    await readSafeState(context, { chainId, safe })
    const { items } = await readCollectiblesPage(assets, {
      chainId,
      safe,
      trusted: query.trusted,
      excludeSpam: query.exclude_spam,
      limit: mostAtOnce,
    })
    return items.map(toCollectible)
  })
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
