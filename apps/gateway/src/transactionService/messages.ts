import {
  createServiceMessage,
  getServiceMessage,
  listServiceMessages,
  signServiceMessage,
} from '@covault/api/transaction-service'
import type { FastifyInstance } from 'fastify'
import { postMessage } from '../commands/postMessage.js'
import { readSafeState } from '../commands/readSafeState.js'
import { signMessage } from '../commands/signMessage.js'
import type { Context } from '../context.js'
import { NotFoundFailure } from '../failures.js'
import { holdRows } from '../http/listPage.js'
import { readMessageKey, writeMessageKey } from '../routes/messages.js'
import {
  listMessages,
  readMessage,
  readMessageCount,
} from '../store/messages.js'
import { readOrdering, readPlace, toPage } from './paging.js'
import { RequestFailure } from './requestFailure.js'
import { serve, serveShared } from './serve.js'
import { toMessage } from './wire/message.js'

export function messageRoutes(scope: FastifyInstance, context: Context): void {
  const { store } = context

  serveShared(scope, context, listServiceMessages, async (asked) => {
    const { chainId, params, query, url } = asked
    const { address: safe } = params
    const place = readPlace(query, listServiceMessages.paging)
    const order = readOrdering(query.ordering, ['created', 'modified'])
    await readSafeState(context, { chainId, safe })
    const after = readMessageKey(place.after)
    const [found, count] = await Promise.all([
      listMessages(store, {
        chainId,
        safe,
        order,
        limit: place.limit + 1,
        offset: after ? 0 : place.offset,
        after,
      }),
      readMessageCount(store, { chainId, safe }),
    ])
    holdRows(asked, found)
    const shown = found.slice(0, place.limit)
    const end = shown.at(-1)
    return {
      ...toPage(url, place, {
        count,
        last: end?.goesOn ? writeMessageKey(end.key) : undefined,
        results: shown.map(toMessage),
      }),
      // It is kept, so it is exact.
      count,
    }
  })

  serve(scope, context, getServiceMessage, async ({ chainId, params }) => {
    const message = await readMessage(store, { chainId, ...params })
    if (!message) throw new NotFoundFailure()
    return toMessage(message)
  })

  serve(scope, context, createServiceMessage, async (asked) => {
    const { chainId, params, body } = asked
    const { safeAppId = null, origin = null, message, signature } = body
    const outcome = await postMessage(context, {
      chainId,
      safe: params.address,
      message,
      signature,
      safeAppId,
      origin,
    })
    assertNew(outcome, 'The safe already has this message.')
    return undefined
  })

  serve(scope, context, signServiceMessage, async (asked) => {
    const { chainId, params, body } = asked
    const { signature } = body
    const outcome = await signMessage(context, {
      chainId,
      ...params,
      signature,
    })
    assertNew(outcome, 'This owner has already signed the message.')
    return undefined
  })
}

/** Here nobody says the same thing twice. */
function assertNew(outcome: 'stored' | 'unchanged', text: string): void {
  if (outcome === 'unchanged')
    throw new RequestFailure('body', [{ field: undefined, text }])
}
