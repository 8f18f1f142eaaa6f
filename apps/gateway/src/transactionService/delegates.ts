import type { EndpointBody } from '@covault/api'
import {
  addServiceDelegate,
  addServiceDelegateV1,
  listServiceDelegates,
  removeServiceDelegate,
  removeServiceDelegateV1,
  removeServiceSafeDelegateV1,
} from '@covault/api/transaction-service'
import type { FastifyInstance } from 'fastify'
import { addDelegate } from '../commands/addDelegate.js'
import { removeDelegate } from '../commands/removeDelegate.js'
import type { Context } from '../context.js'
import { readDelegateKey, writeDelegateKey } from '../routes/delegates.js'
import { countDelegates, listDelegates } from '../store/delegates.js'
import { mostCounted, readPlace, toPage } from './paging.js'
import { NumberedFailure, RequestFailure } from './requestFailure.js'
import { serve } from './serve.js'
import { writeDate } from './writeJson.js'

export function delegateRoutes(scope: FastifyInstance, context: Context): void {
  const { store } = context

  serve(scope, context, listServiceDelegates, async (asked) => {
    const { chainId, query, url } = asked
    const { safe, delegate, delegator, label } = query
    // A label has no U+0000, and the database takes none.
    const words = label?.replaceAll('\0', '') || undefined
    const filter = { safe, delegate, delegator, label: words }
    const place = readPlace(query, listServiceDelegates.paging)
    const after = readDelegateKey(place.after)
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
    const shown = found.slice(0, place.limit)
    const end = shown.at(-1)
    return toPage(url, place, {
      count: count ?? mostCounted + 1,
      last:
        end && found.length > shown.length ? writeDelegateKey(end) : undefined,
      results: shown.map(({ expiresAt, ...each }) => ({
        ...each,
        expiryDate: expiresAt && writeDate(expiresAt),
      })),
    })
  })

  serve(scope, context, addServiceDelegate, ({ chainId, body }) =>
    add(context, { chainId, body }),
  )
  serve(scope, context, addServiceDelegateV1, ({ chainId, body }) =>
    add(context, { chainId, body }),
  )

  serve(scope, context, removeServiceDelegate, async (asked) => {
    const { chainId, params, body } = asked
    const { safe = null, delegator, signature } = body
    await removeDelegate(context, {
      chainId,
      ...params,
      safe,
      delegator,
      signature,
    })
    return undefined
  })

  serve(scope, context, removeServiceDelegateV1, async (asked) => {
    const { chainId, params, body } = asked
    const { delegator = null, signature } = body
    const named = body.delegate ?? params.delegate
    if (named !== params.delegate)
      throw new NumberedFailure(422, {
        code: 2,
        message: 'The path has a different delegate.',
        values: [params.delegate, named],
      })
    await removeDelegate(context, {
      chainId,
      ...params,
      safe: null,
      delegator,
      signature,
    })
    return undefined
  })

  serve(scope, context, removeServiceSafeDelegateV1, async (asked) => {
    const { chainId, params, body } = asked
    const { address: safe, delegate } = params
    await removeDelegate(context, {
      chainId,
      safe,
      delegate,
      delegator: null,
      signature: body.signature,
    })
    return undefined
  })
}

/** Answered with what was sent. */
async function add(
  context: Context,
  parameters: {
    chainId: number
    body: EndpointBody<typeof addServiceDelegate>
  },
) {
  const { chainId, body } = parameters
  const { safe = null, expiryDate = null, ...request } = body
  if (expiryDate && expiryDate.getTime() <= Date.now())
    throw new RequestFailure('body', [
      { field: 'expiryDate', text: 'The date is in the past.' },
    ])
  await addDelegate(context, {
    chainId,
    ...request,
    safe,
    expiresAt: expiryDate,
  })
  return {
    safe,
    ...request,
    expiryDate: expiryDate && writeDate(expiryDate),
  }
}
