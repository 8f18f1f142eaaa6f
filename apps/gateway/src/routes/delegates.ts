import {
  addDelegate as addEndpoint,
  getDelegates,
  removeDelegate as removeEndpoint,
} from '@covault/api'
import type { FastifyInstance } from 'fastify'
import { type Address, isAddress } from 'viem'
import { addDelegate } from '../commands/addDelegate.js'
import { removeDelegate } from '../commands/removeDelegate.js'
import { type Context, getServedChain } from '../context.js'
import { readPlace, toLinks } from '../http/links.js'
import { route } from '../http/route.js'
import {
  countDelegates,
  type DelegateKey,
  listDelegates,
} from '../store/delegates.js'

const page = { maximum: 200 }

export function delegateRoutes(app: FastifyInstance, context: Context): void {
  const { store } = context
  route(app, getDelegates, async ({ params, query, request }) => {
    const { chainId } = params
    getServedChain(context, chainId)
    const { cursor, label, ...rest } = query
    // A label has no U+0000, and the database takes none.
    const filter = { ...rest, label: label?.replaceAll('\0', '') || undefined }
    const place = readPlace(cursor, page)
    const after = readKey(place.after)
    const [found, count] = await Promise.all([
      listDelegates(store, {
        chainId,
        filter,
        limit: place.limit + 1,
        offset: after ? 0 : place.offset,
        after,
      }),
      countDelegates(store, { chainId, filter }),
    ])
    const results = found.slice(0, place.limit)
    const last = found.length > place.limit ? results.at(-1) : undefined
    return {
      count,
      ...toLinks(request, place, last && writeKey(last)),
      results,
    }
  })

  route(app, addEndpoint, async ({ params, body }) => {
    const { safe = null, ...request } = body
    await addDelegate(context, { ...params, ...request, safe })
    return undefined
  })

  route(app, removeEndpoint, async ({ params, body }) => {
    const { safe = null, delegator = null, signature } = body
    await removeDelegate(context, { ...params, safe, delegator, signature })
    return undefined
  })
}

function writeKey({ delegator, delegate, safe }: DelegateKey): string {
  return [delegator, delegate, safe ?? ''].join('.')
}

function readKey(text: string | undefined): DelegateKey | undefined {
  const [delegator = '', delegate = '', safe] = text?.split('.') ?? []
  if (!isAddress(delegator) || !isAddress(delegate)) return undefined
  return { delegator, delegate, safe: toAddressOrNull(safe) }
}

function toAddressOrNull(text: string | undefined): Address | null {
  return text && isAddress(text) ? text : null
}
